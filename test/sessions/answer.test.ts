import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { offerFirstQuestion } from './interview.ts'

t.test('a skip of a skipped question succeeds, whichever request skipped it', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, finish, reference } = await offerFirstQuestion(context)
  const skipped = await answer(question, null)
  t.match(skipped.body.question, { state: 'skipped', answer: null })
  t.ok(skipped.body.question.answerUpdatedAt >= question.answerUpdatedAt)
  t.strictSame((await answer(question, null)).body, skipped.body)
  const second = (await offer(session, 2, reference)).body.question
  await finish(session)
  t.match(await answer(second, null), { status: 200, body: { question: { id: second.id, state: 'skipped' } } })
  t.equal(
    (await context.db.selectFrom('interview_boundaries').selectAll().execute()).length,
    0,
    'and draws no boundary',
  )
})
