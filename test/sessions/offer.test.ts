import t from 'tap'
import { buildCitation, createTestContext } from '../support/test-context.ts'
import { addImportedAnswer, offerFirstQuestion, startSitting } from './interview.ts'

t.test('the service makes the key of a question, distinct from every imported one', async (t) => {
  const context = await createTestContext(t)
  await addImportedAnswer(context, { key: 's1-q1' })
  const { question, session, answer, offer, reference } = await offerFirstQuestion(context)
  await answer(question, null)
  const second = (await offer(session, 2, reference)).body.question
  t.match(question.questionKey, /^s1-q1-/)
  t.equal(new Set([question.questionKey, second.questionKey, 's1-q1']).size, 3)
})

t.test('an id in upper case is the same id, and is stored in lower case', async (t) => {
  const context = await createTestContext(t)
  const { session, offer, reference } = await startSitting(context)
  const [kind, id = ''] = reference.sourceId.split(':')
  const shouted = { ...reference, sourceId: `${kind}:${id.toUpperCase()}` }
  const { question } = (await offer(session, 1, shouted)).body
  t.strictSame(question.references, [reference])
})

t.test('three references keep their order, also the same one twice', async (t) => {
  const context = await createTestContext(t)
  const { session, source, prepared, sendOffer, reference } = await startSitting(context)
  const references = [
    buildCitation(source, 'The bell on the record'),
    reference,
    buildCitation(source, 'The bell on the record'),
  ]
  const { question } = (await sendOffer(session, await prepared(session, 1, references))).body
  t.strictSame(question.references, references)
})
