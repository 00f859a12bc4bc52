import { createInterviewClient } from '../../sessions/interview.ts'
import { type ApiReply, buildCitation, type Loose } from '../../support/test-context.ts'
import type { Actors, Subject } from '../service.ts'

/** The body of a call that must have succeeded. */
function expectSuccess({ status, body }: ApiReply): Loose {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Completes a sitting: three questions, of which two are answered and one of these revised, and the finish. */
export async function holdSitting(actors: Actors, { artistId, source }: Subject): Promise<void> {
  const { restore, start, offer, answer, finish } = createInterviewClient(actors, 'owner', artistId)
  const left = expectSuccess(await restore()).session
  // Left from the round before, when it was refused with Retry-After in the middle.
  if (left?.state === 'active') expectSuccess(await finish(left))
  const { session } = expectSuccess(await start())
  for (const ordinal of [1, 2, 3]) {
    const { question } = expectSuccess(await offer(session, ordinal, buildCitation(source, 'we kept the first take')))
    const words =
      ordinal === 3 ? null : `Number ${ordinal} of sitting ${session.sitting}. ${'It was the mill. '.repeat(40)}`
    const saved = expectSuccess(await answer(question, words)).question
    if (ordinal !== 1) continue
    const path = `/api/artist/${artistId}/interview/responses/${question.id}`
    const revised = { expectedRevision: saved.revision, answer: `${words}And the bell.` }
    expectSuccess(await actors.call('owner', 'PATCH', path, revised))
  }
  expectSuccess(await finish(session))
}

/** The reads of an open page, one after the other. */
export async function readAll(actors: Actors, { artistId, source }: Subject): Promise<void> {
  const artist = `/api/artist/${artistId}`
  const paths = [
    `${artist}/interview/session`,
    `${artist}/interview/responses?limit=20`,
    `${artist}/knowledge/history?limit=50`,
    `${artist}/knowledge/brief`,
    `${artist}/knowledge/sources`,
    `${artist}/knowledge/search?query=${encodeURIComponent('the bell on the record')}`,
    `${artist}/knowledge/sources/${source.sourceId}?start=10&maxChars=1000`,
    `${artist}/research/status`,
    `${artist}/research/discoveries`,
    `/api/onboarding/${artistId}/state`,
  ]
  for (const path of paths) expectSuccess(await actors.call('owner', 'GET', path))
}
