import { deepStrictEqual } from 'node:assert'
import { claimants } from '../data/answers.ts'
import type { BenchEnvironment } from '../environment.ts'
import { loadArtists } from './artists.ts'
import { buildReferences } from './http-calls.ts'
import { openHttpClient } from './http-client.ts'

/**
 * Asks a peer for everything that is measured, and the service for what it has then: both must reply alike.
 * @throws AssertionError where they differ
 */
export async function checkReplies(environment: BenchEnvironment, ours: string, peer: string): Promise<void> {
  const [artist] = await loadArtists(environment.openPool(1), 'service')
  const [answer] = artist?.answers ?? []
  if (artist === undefined || answer === undefined) throw new Error('The data set has no answer')
  const { authorization } = await environment.authorize(claimants[0])
  const open = (service: string) => {
    const { send, close } = openHttpClient(service, authorization)
    environment.teardown(close)
    return async (method: string, path: string, body?: unknown) =>
      JSON.parse((await send(method, `/api/artist/${artist.id}/interview/${path}`, body)).body)
  }
  const [askOurs, askPeer] = [open(ours), open(peer)]
  const response = `responses/${answer.id}`
  deepStrictEqual(await askPeer('GET', response), await askOurs('GET', response))
  const revise = { expectedRevision: answer.revision, answer: `A wording of ${peer}.` }
  deepStrictEqual(await askPeer('PATCH', response, revise), await askOurs('GET', response))
  const outdated = { ...revise, answer: 'A wording that comes too late.' }
  deepStrictEqual(await askPeer('PATCH', response, outdated), await askOurs('PATCH', response, outdated))

  const { session } = await askPeer('POST', 'session', { requestId: environment.newId() })
  const { snapshotId: memorySnapshotId } = await askOurs('GET', `memory?sitting=${session.sitting}`)
  const offer = {
    ordinal: 1,
    memorySnapshotId,
    question: 'What is behind this passage?',
    references: buildReferences(artist),
  }
  const { question } = await askPeer('POST', `session/${session.id}/offer`, offer)
  const saved = { expectedRevision: question.revision, answer: 'It was kept in the old mill.' }
  const answered = await askPeer('POST', `answers/${question.id}`, saved)
  const finished = await askPeer('POST', `session/${session.id}/finish`, {})
  deepStrictEqual(finished, await askOurs('GET', 'session'))
  deepStrictEqual(answered.question, finished.session.questions[0])
}
