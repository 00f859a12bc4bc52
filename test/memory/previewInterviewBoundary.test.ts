import t from 'tap'
import { composeFromAnswer } from '../lore/lore-api.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { buildBoundaryOn, createMemoryClient } from './memory.ts'

const said =
  'I was born in Bergen above a bakery. My father died of cancer in that house. We recorded it in the church.'

const requestPreview = ({ artistId, call }: TestContext, body: object, subject = 'owner') =>
  call(subject, 'POST', `/api/artist/${artistId}/interview/boundaries/preview`, body)

t.test('a preview names the sentences that the saved boundary then keeps out of the Lore', async (t) => {
  const context = await createTestContext(t)
  const { lore, question, read } = await composeFromAnswer(context, said)
  const wording = 'Nothing about his cancer, please.'
  const before = await context.db.selectFrom('audit_events').select('seq').execute()
  const { status, body } = await requestPreview(context, { questionKey: 'another', wording })
  t.equal(status, 404, 'of a question that was never offered')
  t.equal(body.code, 'not_found')

  const other = { questionKey: question.questionKey, wording }
  const preview = (await requestPreview(context, other)).body
  t.match(preview, { status: 'ok', loreRevision: lore.revision })
  t.ok(preview.sentences.some(({ text }: { text: string }) => text === 'My father died of cancer in that house.'))
  for (const { start, end, text } of preview.sentences) t.equal(lore.text.slice(start, end), text)
  t.match(preview.answers, [{ entryId: question.id, isWhole: true }], 'the question itself is bounded')
  t.same(await context.db.selectFrom('audit_events').select('seq').execute(), before, 'nothing is saved')

  await createMemoryClient(context).save(buildBoundaryOn(question, { wording }))
  await advanceUntilIdle(context)
  const after = (await read()).body.lore.text
  for (const { text } of preview.sentences) t.notMatch(after, text)
})

t.test('an answer to another question loses the sentences on the subject alone', async (t) => {
  const context = await createTestContext(t)
  const { lore, question: first } = await composeFromAnswer(context, said)
  const other = await addImportedAnswer(context, { answer: 'The bell came later.' })
  const wording = 'Nothing about his cancer, please.'
  const { body } = await requestPreview(context, { questionKey: other.id, wording })
  const whole = body.answers.find(({ entryId }: { entryId: string }) => entryId === other.id)
  t.match(whole, { isWhole: true, sentenceCount: 1 })
  const part = body.answers.find(({ entryId }: { entryId: string }) => entryId === first.id)
  t.match(part, { isWhole: false, sentenceCount: 1 })
  t.equal(body.answerCount, 2)
  t.ok(lore.text.includes('cancer'))
})
