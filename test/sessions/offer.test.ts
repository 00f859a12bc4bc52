import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildCitation, countRows, createTestContext, type Loose } from '../support/test-context.ts'
import { addImportedAnswer, createInterviewClient, offerFirstQuestion, startSitting } from './interview.ts'

t.test('a saved ordinal is returned as it is saved, whatever the body says', async (t) => {
  const context = await createTestContext(t)
  const { session, question, sendOffer, answer, finish, reference } = await offerFirstQuestion(context)
  const other = {
    ordinal: 1,
    memorySnapshotId: 'f'.repeat(64),
    question: 'Something else altogether?',
    references: [{ ...reference, sourceId: `vault:${uuidv7()}`, quote: 'not what is there' }],
  }
  const before = await countRows(context.db)
  t.match(await sendOffer(session, other), { status: 200, body: { question } })

  const answered = (await answer(question, 'We were tired.')).body.question
  t.strictSame((await sendOffer(session, other)).body.question, answered, 'with its answer')
  await finish(session)
  t.strictSame((await sendOffer(session, other)).body.question, answered, 'also after the finish')
  t.equal((await countRows(context.db)).interview_entries, before.interview_entries)
})

t.test('an ordinal needs every earlier one answered or skipped: 409 state_changed', async (t) => {
  const context = await createTestContext(t)
  const { session, offer, answer, reference } = await startSitting(context)
  const refused = { status: 409, body: { code: 'state_changed', error: /^Ordinal [23] is not the next one/ } }
  t.match(await offer(session, 2, reference), refused, 'the second without the first')
  t.match(await offer(session, 3, reference), refused, 'the third without any')
  const first = (await offer(session, 1, reference)).body.question
  const before = await countRows(context.db)
  t.match(await offer(session, 2, reference), refused, 'the second while the first is open')
  t.strictSame(await countRows(context.db), before)
  await answer(first, null)
  t.match(await offer(session, 3, reference), refused, 'the third without the second')
  const second = (await offer(session, 2, reference)).body.question
  await answer(second, 'The bell is ours.')
  t.equal((await offer(session, 3, reference)).status, 200)
})

t.test('a finished sitting takes no new ordinal: 409 state_changed', async (t) => {
  const context = await createTestContext(t)
  const { session, offer, finish, reference } = await offerFirstQuestion(context)
  await finish(session)
  const before = await countRows(context.db)
  const refused = { status: 409, body: { code: 'state_changed', error: /^The sitting is finished/ } }
  t.match(await offer(session, 2, reference), refused)
  t.strictSame(await countRows(context.db), before)
})

t.test('the memory must be the current one: 409 memory_changed', async (t) => {
  const context = await createTestContext(t)
  const { session, question, prepared, sendOffer, answer, offer, reference } = await offerFirstQuestion(context)
  const early = await prepared(session, 2, [reference])
  await answer(question, 'We were tired.')
  const before = await countRows(context.db)
  t.match(await sendOffer(session, early), { status: 409, body: { code: 'memory_changed' } }, 'an answer moves it')
  t.strictSame(await countRows(context.db), before)

  const second = (await offer(session, 2, reference)).body.question
  const late = await prepared(session, 3, [reference])
  await answer(second, null)
  t.equal((await sendOffer(session, late)).status, 200, 'a skip does not')
})

t.test('the snapshot of another sitting is refused', async (t) => {
  const context = await createTestContext(t)
  const { session, prepared, sendOffer, reference } = await startSitting(context)
  const offer = await prepared({ sitting: session.sitting + 1 }, 1, [reference])
  t.match(await sendOffer(session, offer), { status: 409, body: { code: 'memory_changed' } })
})

t.test('a sitting of another artist is 404, and another claimant’s artist is not disclosed', async (t) => {
  const context = await createTestContext(t)
  const { session, prepared, reference } = await startSitting(context)
  const offer = await prepared(session, 1, [reference])
  t.equal((await createInterviewClient(context).sendOffer({ id: uuidv7() }, offer)).status, 404)
  t.equal(
    (await createInterviewClient(context, 'other-owner', context.otherArtistId).sendOffer(session, offer)).status,
    404,
  )
  t.equal((await createInterviewClient(context, 'other-owner').sendOffer(session, offer)).status, 403)
  t.equal((await createInterviewClient(context, 'stranger').sendOffer({ id: uuidv7() }, offer)).status, 403)
  t.equal((await createInterviewClient(context, null).sendOffer(session, offer)).status, 401)
  t.equal((await createInterviewClient(context, 'admin').sendOffer(session, offer)).status, 200)
})

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

t.test('a body that does not fit the contract is 400, naming the field', async (t) => {
  const context = await createTestContext(t)
  const { session, prepared, sendOffer, reference } = await startSitting(context)
  const fit: Loose = await prepared(session, 1, [reference])
  const before = await countRows(context.db)
  const misfits: [string, object][] = [
    ['ordinal', { ...fit, ordinal: 0 }],
    ['ordinal', { ...fit, ordinal: 4 }],
    ['ordinal', { ...fit, ordinal: '1' }],
    ['memorySnapshotId', { ...fit, memorySnapshotId: 'F'.repeat(64) }],
    ['question', { ...fit, question: 'Nine char' }],
    ['question', { ...fit, question: '🎹'.repeat(501) }],
    ['question', { ...fit, question: ' '.repeat(20) }],
    ['references', { ...fit, references: [] }],
    ['references', { ...fit, references: [reference, reference, reference, reference] }],
    ['references/0', { ...fit, references: [{ ...reference, quote: 'shorter' }] }],
    ['references/0', { ...fit, references: [{ ...reference, start: -1 }] }],
    ['references/0', { ...fit, references: [{ ...reference, kind: 'answer' }] }],
    ['references/0', { ...fit, references: [{ ...reference, sourceId: `discovery:${uuidv7()}` }] }],
    ['note', { ...fit, note: 'not accepted' }],
  ]
  for (const [field, body] of misfits) {
    const refused = await sendOffer(session, body)
    t.match(refused, { status: 400, body: { code: 'invalid_request' } })
    t.ok(refused.body.error.startsWith(field), `and names ${field}`)
  }
  t.strictSame(await countRows(context.db), before)
  t.equal((await sendOffer(session, { ...fit, question: '🎹'.repeat(500) })).status, 200, 'lengths count code points')
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
