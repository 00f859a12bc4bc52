import t from 'tap'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { answerFirstQuestion, createResponsesClient, walk } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient } from '../sessions/interview.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { anyText } from '../text/strings.ts'
import { addCorrection, assembleEntries, buildBoundaryOn, createMemoryClient } from './memory.ts'

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

const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('pages of a memory without a sitting stay in the sitting they began in', async (t) => {
  const context = await createTestContext(t)
  const { memory } = createMemoryClient(context)
  const { sitting: held } = await fullMemory(context)
  const pages = await walk((query) => memory({ ...query, maxChars: 1000 }))
  t.strictSame(
    assembleEntries(pages),
    assembleEntries(await walk((query) => memory({ ...query, sitting: 1, maxChars: 1000 }))),
  )
  const cursor = (await memory({ maxChars: 1000 })).body.budget.nextCursor
  t.equal((await memory({ maxChars: 1000, cursor, sitting: 1 })).status, 200, 'the sitting may be named from then on')
  t.match(await memory({ maxChars: 1000, cursor, sitting: 2 }), malformed, 'and no other')
  await createInterviewClient(context).finish(held.session)
  t.match((await memory({})).body, { sitting: 2 })
  t.match(await memory({ maxChars: 1000, cursor }), { status: 200, body: { sitting: 1 } }, 'also when it is over')
})

/** A memory of some 20,000 units: long texts, short ones, absent ones, all full of pairs. */
async function fullMemory(context: TestContext) {
  const random = randomFrom(seed)
  const buildText = (chars: number) => {
    let text = '😀'
    while (text.length < chars) text += anyText(random, 40)
    return text
  }
  const { question, ...sitting } = await answerFirstQuestion(context, buildText(1_500))
  for (const chars of [3_000, 1, 40, 700, 3_900, 12]) {
    await addCorrection(context, { claim: buildText(chars), correction: chars === 40 ? null : buildText(chars / 2) })
  }
  for (const chars of [3_500, 2, 900]) {
    await createMemoryClient(context).save(buildBoundaryOn(question, { wording: `${buildText(chars)}.` }))
  }
  return { question, sitting }
}

t.test('a position where no page begins is malformed, even under a valid checksum', async (t) => {
  const context = await createTestContext(t)
  const { memory } = createMemoryClient(context)
  await answerFirstQuestion(context, 'a😀')
  const { snapshotId } = (await memory({ sitting: 1 })).body
  const { write } = createCursorCodec('readInterviewMemory', {
    sitting: isCount,
    entry: isCount,
    field: isCount,
    start: isCount,
  })
  const listing = { artistId: context.artistId }
  const at = (entry: number, field: number, start: number) =>
    memory({ sitting: 1, cursor: write(listing, snapshotId, { sitting: 1, entry, field, start }) })
  t.equal((await at(0, 1, 1)).body.entries[0].fields[0].text, '😀', 'between two characters one does')
  const wrong: [number, number, number][] = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 0],
    [1, 0, 0],
    [2_147_483_647, 0, 0],
    [0, 0, 2_147_483_647],
  ]
  for (const place of wrong) {
    t.match(await at(...place), malformed, place.join())
  }
})
