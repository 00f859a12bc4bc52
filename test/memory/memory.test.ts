import t from 'tap'
import { answerFirstQuestion, walk } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient } from '../sessions/interview.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { anyText } from '../text/strings.ts'
import { addCorrection, assembleEntries, buildBoundaryOn, createMemoryClient } from './memory.ts'

t.test('the greatest possible sitting has a memory too', async (t) => {
  const context = await createTestContext(t)
  await addImportedAnswer(context, { sitting: 2_147_483_647 })
  t.match(await createMemoryClient(context).memory({}), { status: 200, body: { sitting: 2_147_483_647 } })
  await addLegacyOffer(context, 'Who taught you?', '2025-06-20T16:30:00Z')
  t.match((await createInterviewClient(context).restore()).body.legacyOffers, [{ sitting: 2_147_483_647 }])
})

const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('pages of a memory without a sitting stay in the sitting they began in', async (t) => {
  const context = await createTestContext(t)
  const { memory } = createMemoryClient(context)
  const { sitting: held } = await fullMemory(context)
  const pages = await walk((query) => memory({ ...query, maxChars: 1000 }))
  const named = await walk((query) => memory({ ...query, sitting: 1, maxChars: 1000 }))
  t.strictSame(assembleEntries(pages), assembleEntries(named))
  const cursor = (await memory({ maxChars: 1000 })).body.budget.nextCursor
  t.equal((await memory({ maxChars: 1000, cursor, sitting: 1 })).status, 200, 'the sitting may be named from then on')
  t.match(await memory({ maxChars: 1000, cursor, sitting: 2 }), malformed, 'and no other')
  await createInterviewClient(context).finish(held.session)
  t.match((await memory({})).body, { sitting: 2 })
  t.match(await memory({ maxChars: 1000, cursor }), { status: 200, body: { sitting: 1 } }, 'also when it is over')
})

t.test('a page whose texts end with its budget is followed by another', async (t) => {
  const context = await createTestContext(t)
  const { memory } = createMemoryClient(context)
  await addCorrection(context, { claim: 'a'.repeat(600), correction: 'b'.repeat(400) })
  await addCorrection(context, { claim: 'Second.' })
  const { body } = await memory({ maxChars: 1000 })
  t.match(body, { totalEntries: 2, constraintsComplete: false, budget: { returnedChars: 1000 } })
  const rest = await memory({ maxChars: 1000, cursor: body.budget.nextCursor })
  t.match(rest.body, { entries: [{ fields: [{ text: 'Second.' }, {}] }], budget: { nextCursor: null } })
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
