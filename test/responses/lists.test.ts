import t from 'tap'
import { addImportedAnswer, offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'
import { createResponsesClient } from './answers.ts'

t.test('answered questions are listed, the newest offer first and those without a date last', async (t) => {
  const context = await createTestContext(t)
  const { list } = createResponsesClient(context)
  t.strictSame((await list()).body, { status: 'ok', responses: [], nextCursor: null }, 'none at first')
  const undated = await addImportedAnswer(context)
  const old = await addImportedAnswer(context, { offeredAt: '2019-03-04T10:01:12.345Z' })
  const alsoUndated = await addImportedAnswer(context)
  const sitting = await offerFirstQuestion(context)
  const { question } = (await sitting.answer(sitting.question, 'In time.')).body
  await sitting.answer((await sitting.offer(sitting.session, 2, sitting.reference)).body.question, null)
  await sitting.offer(sitting.session, 3, sitting.reference)
  const { body } = await list()
  const ids = body.responses.map(({ id }: { id: string }) => id)
  t.strictSame(ids, [question.id, old.id, alsoUndated.id, undated.id], 'neither skipped nor open ones')
  t.strictSame(body.responses[0], (await createResponsesClient(context).read(question.id)).body.response)
  t.equal(body.responses[1].offeredAt, '2019-03-04T10:01:12.345Z')
})
