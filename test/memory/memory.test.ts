import t from 'tap'
import { answerFirstQuestion, createResponsesClient } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { addCorrection, buildBoundaryOn, createMemoryClient } from './memory.ts'

t.test('the memory is the newest answer, all corrections, all boundaries that apply, in this order', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context, 'Because of the laugh.')
  await addImportedAnswer(context, { answer: 'An older one.' })
  await createResponsesClient(context).revise(question.id, {
    expectedRevision: question.revision,
    answer: 'Because she laughed.',
  })
  const second = await addCorrection(context, { claim: 'Second.', recordedAt: '2026-02-01T00:00:00.000Z' })
  const first = await addCorrection(context, {
    claim: 'First.',
    correction: null,
    recordedAt: '2026-01-01T00:00:00.000Z',
  })
  const { save, retract, memory } = createMemoryClient(context)
  const lasting = (await save(buildBoundaryOn(question))).body.boundary
  const passing = (await save(buildBoundaryOn(question, { scope: 'sitting', wording: 'Not today.' }))).body.boundary
  await retract((await save(buildBoundaryOn(question, { wording: 'Withdrawn.' }))).body.boundary)
  const { response } = (await createResponsesClient(context).read(question.id)).body

  const answer = await memory({ sitting: 1 })
  const { body } = answer
  t.equal(answer.headers['cache-control'], 'private, no-store')
  t.strictSame(body.entries, [
    {
      entryId: question.id,
      revision: response.revision,
      kind: 'latest_answer',
      fields: [whole('question', question.question), whole('answer', 'Because she laughed.')],
      metadata: {
        questionKey: question.questionKey,
        source: 'interview',
        sitting: 1,
        savedAt: response.answerUpdatedAt,
      },
    },
    {
      entryId: first.id,
      revision: first.revision,
      kind: 'correction',
      fields: [whole('claim', 'First.'), whole('correction', null)],
      metadata: { correctionKind: 'factual', savedAt: '2026-01-01T00:00:00.000Z' },
    },
    {
      entryId: second.id,
      revision: second.revision,
      kind: 'correction',
      fields: [whole('claim', 'Second.'), whole('correction', 'Grew up beside one.')],
      metadata: { correctionKind: 'factual', savedAt: '2026-02-01T00:00:00.000Z' },
    },
    ...[lasting, passing].map((boundary) => ({
      entryId: boundary.id,
      revision: boundary.revision,
      kind: 'boundary',
      fields: [whole('question', boundary.question), whole('wording', boundary.wording)],
      metadata: {
        scope: boundary.scope,
        sitting: 1,
        questionKey: question.questionKey,
        savedAt: boundary.createdAt,
      },
    })),
  ])
  const { entries, snapshotId, ...rest } = body
  t.strictSame(rest, {
    status: 'ok',
    sitting: 1,
    totalEntries: 5,
    constraintsComplete: true,
    latestAnswer: { entryId: question.id, revision: response.revision },
    budget: { returnedChars: countChars(body), nextCursor: null },
  })
  const next = (await memory({ sitting: 2 })).body
  t.strictSame(next.entries, entries.slice(0, -1), 'the passing boundary is not in the next sitting')
  t.not(next.snapshotId, snapshotId)
})

t.test('the greatest possible sitting has a memory too', async (t) => {
  const context = await createTestContext(t)
  await addImportedAnswer(context, { sitting: 2_147_483_647 })
  t.match(await createMemoryClient(context).memory({}), { status: 200, body: { sitting: 2_147_483_647 } })
  await addLegacyOffer(context, 'Who taught you?', '2025-06-20T16:30:00Z')
  t.match((await createInterviewClient(context).restore()).body.legacyOffers, [{ sitting: 2_147_483_647 }])
})

const whole = (name: string, text: string | null) => {
  const length = text?.length ?? 0
  return { name, text, start: 0, end: length, totalChars: length, complete: true }
}

type Fields = { fields: { text: string | null }[] }

const countChars = (page: { entries: Fields[] }) =>
  page.entries.flatMap(({ fields }) => fields).reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
