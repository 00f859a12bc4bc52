import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { countRows, createTestContext, type TestContext } from '../support/test-context.ts'
import { importRecords } from '../system/simulation/record.ts'
import { createInterviewClient, offerFirstQuestion, startSitting } from './interview.ts'

const listJobs = ({ db }: TestContext) => db.selectFrom('artist_research_jobs').select(['kind', 'requests']).execute()

t.test('a sitting with an answer queues one Lore refresh with its finish', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, finish } = await offerFirstQuestion(context)
  await answer(question, 'We were tired.')
  t.match(await finish(session), { status: 200, body: { session: { state: 'finished' }, legacyOffers: [] } })
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 1 }])
})

t.test('a sitting without an answer finishes as well, and queues nothing', async (t) => {
  const context = await createTestContext(t)
  const empty = await startSitting(context)
  t.match((await empty.finish(empty.session)).body.session, { state: 'finished', questions: [] })
  const skipping = await offerFirstQuestion(context)
  const { session } = (await skipping.finish(skipping.session)).body
  t.match(session.questions, [{ state: 'skipped', answer: null, answerUpdatedAt: session.closedAt }])
  t.strictSame(await listJobs(context), [])
})

t.test('a repeated finish returns exactly what is saved, and changes nothing', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, finish, reference } = await offerFirstQuestion(context)
  await answer(question, 'We were tired.')
  await offer(session, 2, reference)
  const finished = await finish(session)
  const before = await countRows(context.db)
  t.strictSame((await finish(session)).body, finished.body)
  t.strictSame((await createInterviewClient(context, 'admin').finish(session)).body, finished.body)
  t.strictSame(await countRows(context.db), before)
  t.strictSame(await listJobs(context), [{ kind: 'lore_refresh', requests: 1 }])
})

t.test('the open legacy offers are listed with the finish', async (t) => {
  const context = await createTestContext(t)
  const { session, finish } = await startSitting(context)
  const id = uuidv7()
  const [question, offeredAt] = ['Who taught you the river songs?', '2025-06-20T16:30:00.000Z']
  await importRecords(context.db, [{ type: 'legacyOffer', id, artist: context.artistId, question, offeredAt }])
  t.match((await finish(session)).body.legacyOffers, [{ id, state: 'offered' }])
})

t.test('a sitting of another artist is 404, and a body that is not empty is 400', async (t) => {
  const context = await createTestContext(t)
  const { session, finish } = await startSitting(context)
  const path = `/api/artist/${context.artistId}/interview/session/${session.id}/finish`
  t.equal((await finish({ id: uuidv7() })).status, 404)
  t.equal((await createInterviewClient(context, 'other-owner', context.otherArtistId).finish(session)).status, 404)
  t.equal((await createInterviewClient(context, 'stranger').finish(session)).status, 403)
  for (const body of [{ force: true }, [], 'null', undefined]) {
    t.equal((await context.call('owner', 'POST', path, body)).status, 400)
  }
  t.equal((await finish(session)).status, 200)
})

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
