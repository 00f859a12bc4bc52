import t from 'tap'
import { answerFirstQuestion, walk } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, createInterviewClient } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { addCorrection, assembleEntries, createMemoryClient } from './memory.ts'

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
  const held = await answerFirstQuestion(context)
  for (let n = 0; n < 4; n += 1) await addCorrection(context, { claim: `Claim ${n}. `.repeat(90) })
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
