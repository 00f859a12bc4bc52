import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { createInterviewClient, offerFirstQuestion } from './interview.ts'

t.test('an answer is stored byte for byte', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, reference } = await offerFirstQuestion(context)
  const texts = [
    ' \tCafe\u0301 is not Caf\u00e9.\r\n',
    '🎹'.repeat(2000),
    '\u202eright to left\u202c \ufdd0\uffff \u0001',
  ]
  let open = question
  for (const [at, text] of texts.entries()) {
    const saved = (await answer(open, text)).body.question
    t.equal(saved.answer, text)
    t.equal((await createInterviewClient(context).restore()).body.session.questions[at].answer, text)
    if (at < 2) open = (await offer(session, at + 2, reference)).body.question
  }
})

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
