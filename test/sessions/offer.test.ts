import t, { type Test } from 'tap'
import { buildCitation, createTestContext, type TestContext } from '../support/test-context.ts'
import {
  addImportedAnswer,
  addLegacyOffer,
  createInterviewClient,
  offerFirstQuestion,
  startSitting,
} from './interview.ts'
import { checkEntries, readCheckedTrail } from './trail.ts'

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

t.test('beyond the greatest number a start is 413 limit_exceeded', async (t) => {
  const { start, ...context } = await startable(t)
  await addImportedAnswer(context, { sitting: 2_147_483_647 })
  t.match(await start(), { status: 413, body: { code: 'limit_exceeded' } })
})

async function startable(t: Test) {
  const context = await createTestContext(t)
  return { ...context, ...createInterviewClient(context) }
}

const listJobs = ({ db }: TestContext) => db.selectFrom('artist_research_jobs').select(['kind', 'requests']).execute()

t.test('sitting after sitting on one connection, each finish requests the one live refresh once more', async (t) => {
  // A server plans a named statement again for its first five runs and then keeps one plan: both must work.
  const context = await createTestContext(t, { DATABASE_POOL_MAX: '1' })
  for (let sitting = 1; sitting <= 12; sitting += 1) {
    const { session, question, answer, finish } = await offerFirstQuestion(context)
    await answer(question, `Take ${sitting} it was.`)
    t.match((await finish(session)).body.session, { sitting, state: 'finished' })
  }
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 12 }])
})

t.test('a legacy offer is answered like any other, and a Lore refresh is queued at once', async (t) => {
  const context = await createTestContext(t)
  const { restore, answer } = createInterviewClient(context)
  await addLegacyOffer(context, 'Who taught you the river songs?', '2025-06-20T16:30:00Z')
  const [open] = (await restore()).body.legacyOffers
  const saved = await answer(open, 'My aunt did.')
  t.match(saved.body.question, {
    ...open,
    answer: 'My aunt did.',
    state: 'answered',
    revision: /^[a-f0-9]{64}$/,
    answerUpdatedAt: String,
  })
  t.match(saved.body.question, { sitting: 1, ordinal: null, references: [], offeredAt: '2025-06-20T16:30:00.000Z' })
  t.strictSame((await restore()).body.legacyOffers, [])
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 1 }])
  t.strictSame((await answer(open, 'My aunt did.')).body, saved.body)
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 1 }], 'the retry asks for nothing more')
  t.strictSame(
    (await readCheckedTrail(t, context)).map(({ action }) => action),
    ['answer.saved'],
  )
  await checkEntries(t, context)
})
