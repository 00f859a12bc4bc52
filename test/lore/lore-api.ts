import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { advanceUntilIdle } from '../research/slices.ts'
import { formatQuery } from '../responses/answers.ts'
import { offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'

/** Calls the operations on the Lore and its corrections as `subject`. */
export function createLoreClient({ artistId, call }: Pick<TestContext, 'artistId' | 'call'>, subject = 'owner') {
  const path = `/api/artist/${artistId}/knowledge`
  return {
    read: (revision?: string) => call(subject, 'GET', `${path}/lore${revision ? `?revision=${revision}` : ''}`),
    versions: (query = {}) => call(subject, 'GET', `${path}/lore/versions${formatQuery(query)}`),
    corrections: (query = {}) => call(subject, 'GET', `${path}/corrections${formatQuery(query)}`),
    correct: (body: object) => call(subject, 'POST', `${path}/corrections`, body),
    preview: (body: object) => call(subject, 'POST', `${path}/corrections/preview`, body),
    publish: (body: object) => call(subject, 'POST', `${path}/lore/publish`, body),
    retract: ({ id, revision }: Loose) => call(subject, 'POST', `${path}/corrections/${id}/retract`, { revision }),
  }
}

/** A service with a sitting of one answer, which is finished, and the Lore composed of it. */
export async function composeFromAnswer(t: Test, said: string) {
  const context = await createTestContext(t)
  const sitting = await offerFirstQuestion(context)
  const question = (await sitting.answer(sitting.question, said)).body.question
  await sitting.finish(sitting.session)
  await advanceUntilIdle(context)
  const client = createLoreClient(context)
  return { context, ...client, question, lore: (await client.read()).body.lore }
}

/** A request that corrects the first passage that quotes an answer. */
export function buildCorrection({ revision, citations }: Loose, correction: string | null) {
  const { start, end } = citations.find(({ reference }: Loose) => reference.kind === 'answer')
  return { requestId: uuidv7(), loreRevision: revision, start, end, correction }
}
