import t from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { composeFromAnswer } from '../lore/lore-api.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { answerFirstQuestion } from '../responses/answers.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { readRows } from '../system/rows.ts'
import { buildBoundaryOn, createMemoryClient } from './memory.ts'

t.test('a boundary in general is saved before the first question, and keeps the records whole', async (t) => {
  const context = await createTestContext(t)
  const { save } = createMemoryClient(context)
  const general = { questionKey: 'general' }
  const preview = `/api/artist/${context.artistId}/interview/boundaries/preview`
  t.match(await context.call('owner', 'POST', preview, { ...general, wording: 'My divorce.' }), { status: 200 })
  const first = await save(buildBoundaryOn(general, { wording: 'My divorce.' }))
  const second = await save(buildBoundaryOn(general, { wording: 'Where my children live.' }))
  t.match(first, { status: 200, body: { boundary: { questionKey: 'general', sitting: 1 } } })
  t.equal(second.status, 200)
  const question = first.body.boundary.question
  t.equal(second.body.boundary.question, question)
  const actions = (await readCheckedTrail(t, context)).map(({ action }) => action)
  t.same(actions, ['question.offered', 'question.skipped', 'boundary.saved', 'boundary.saved'])
  const { memory } = createMemoryClient(context)
  t.match((await memory({ sitting: 1 })).body.entries, [{ kind: 'boundary' }, { kind: 'boundary' }])
  // The claims of a test are in no trail.
  await context.db.deleteFrom('claims').execute()
  t.equal((await verifyRecords(context.db)).finding, undefined)
})

t.test('50 boundaries are active at most: 413 limit_exceeded', async (t) => {
  const context = await createTestContext(t)
  const { question, ...sitting } = await answerFirstQuestion(context)
  const { save, retract } = createMemoryClient(context)
  const chooseScope = (n: number) => (n < 2 ? 'sitting' : 'until_retracted')
  const saved = []
  for (let n = 0; n < 50; n += 1) saved.push(await save(buildBoundaryOn(question, { scope: chooseScope(n) })))
  t.ok(saved.every(({ status }) => status === 200))
  const full = { status: 413, body: { code: 'limit_exceeded' } }
  const before = await readRows(context.db, context.artistId)
  t.match(await save(buildBoundaryOn(question)), full)
  t.strictSame(await readRows(context.db, context.artistId), before)
  await retract(saved[49]?.body.boundary)
  t.equal((await save(buildBoundaryOn(question))).status, 200, 'one retracted makes room')
  t.match(await save(buildBoundaryOn(question)), full)

  await sitting.finish(sitting.session)
  await sitting.start()
  const racing = await Promise.all(Array.from({ length: 8 }, () => save(buildBoundaryOn(question))))
  t.equal(racing.filter(({ status }) => status === 200).length, 2, 'two of a finished sitting are active no more')
})

const said =
  'I was born in Bergen above a bakery. My father died of cancer in that house. We recorded it in the church.'

const requestPreview = ({ artistId, call }: TestContext, body: object, subject = 'owner') =>
  call(subject, 'POST', `/api/artist/${artistId}/interview/boundaries/preview`, body)

t.test('a preview names the sentences that the saved boundary then keeps out of the Lore', async (t) => {
  const { context, lore, question, read } = await composeFromAnswer(t, said)
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

  const { save, retract } = createMemoryClient(context)
  const { boundary } = (await save(buildBoundaryOn(question, { wording }))).body
  await advanceUntilIdle(context)
  const after = (await read()).body.lore.text
  for (const { text } of preview.sentences) t.notMatch(after, text)
  await retract(boundary)
  await advanceUntilIdle(context)
  t.equal((await read()).body.lore.text, lore.text, 'until it is retracted')
})

t.test('an answer to another question loses the sentences on the subject alone', async (t) => {
  const { context, lore, question: first } = await composeFromAnswer(t, said)
  const other = await addImportedAnswer(context, { answer: 'The bell came later.' })
  const wording = 'Nothing about his cancer, please.'
  const { body } = await requestPreview(context, { questionKey: other.id, wording })
  const of = (id: string) => body.answers.find(({ entryId }: { entryId: string }) => entryId === id)
  t.match(of(other.id), { isWhole: true, sentenceCount: 1 })
  t.match(of(first.id), { isWhole: false, sentenceCount: 1 })
  t.equal(body.answerCount, 2)
  t.ok(lore.text.includes('cancer'))
})
