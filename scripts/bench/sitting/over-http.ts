import { computeMemoryRevision } from '#src/text/revisions.ts'
import type { BenchEnvironment } from '../environment.ts'
import { openHttpClient } from '../http-client.ts'
import { clocked, type Hold, type Subject } from './steps.ts'

/** Sittings of a client that knows the memory, because every answer of the artist is its own. */
export function holdOverHttp(
  { teardown, newId }: BenchEnvironment,
  base: string,
  authorization: string,
  { artistId, references }: Subject,
): Hold {
  const wire = openHttpClient(base, authorization)
  teardown(wire.close)
  const interview = `/api/artist/${artistId}/interview`
  let latestAnswer: { entryId: string; revision: string } | null = null

  async function post(path: string, body: unknown) {
    const [heard, ms] = await clocked(wire.send('POST', `${interview}/${path}`, body))
    if (heard.status !== 200) throw new Error(`${path} was answered with ${heard.status} ${heard.body}`)
    return { body: JSON.parse(heard.body), ms }
  }
  return async () => {
    const { session } = (await post('session', { requestId: newId() })).body
    const { sitting } = session
    const memory = { artistId, sitting, latestAnswer, corrections: [], boundaries: [] }
    const offered = await post(`session/${session.id}/offer`, {
      ordinal: 1,
      memorySnapshotId: computeMemoryRevision(memory),
      question: 'What is behind passage number one?',
      references,
    })
    const { id, revision } = offered.body.question
    const answered = await post(`answers/${id}`, { expectedRevision: revision, answer: 'It was not kept.' })
    latestAnswer = { entryId: id, revision: answered.body.question.revision }
    const finished = await post(`session/${session.id}/finish`, {})
    return { offer: offered.ms, answer: answered.ms, finish: finished.ms }
  }
}
