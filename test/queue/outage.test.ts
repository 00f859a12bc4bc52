import pg from 'pg'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { queryOnce } from '../support/embedded.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const unavailable = { status: 503, body: { code: 'persistence_unavailable' }, headers: { 'retry-after': '1' } }

/** A session besides the service's own. */
async function beside(t: Parameters<typeof createTestContext>[0], { url }: TestContext) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

t.test('without a response of the queue both operations are 503, never `ran: false`', async (t) => {
  const w = await createTestContext(t)
  const other = await beside(t, w)
  await other.query('begin')
  await other.query('lock table artist_research_jobs in access exclusive mode')
  const entries = [w.call(null, 'POST', '/api/research/advance'), w.call(null, 'GET', '/api/research/advance')]
  for (const answer of await Promise.all(entries)) t.match(answer, unavailable)
  await other.query('rollback')
  t.match(await w.call(null, 'POST', '/api/research/advance'), { status: 200, body: { status: 'ok', ran: false } })
})

t.test('a service without its database is 503, never `ran: false`', async (t) => {
  const w = await createTestContext(t)
  await w.database.close()
  t.match(await w.call(null, 'POST', '/api/research/advance'), unavailable)
  t.match(await w.call(null, 'GET', '/api/research/advance'), unavailable)
})

t.test('an outage in the middle of a slice is 503; the job keeps its lease and has not failed', async (t) => {
  const w = await createTestContext(t)
  await enqueueJob(w.db, { artistId: w.artistId, id: uuidv7(), kind: 'lore_refresh' }).execute()
  const other = await beside(t, w)
  await other.query('begin')
  await other.query('select from artists where id = $1 for update', [w.artistId])
  const answer = w.call(null, 'POST', '/api/research/advance')
  // Outside the transaction, in which pg_stat_activity is a snapshot.
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const pid = await pollUntil(async () => (await queryOnce<{ pid: number }>(w.url, waiting))[0]?.pid)
  await queryOnce(w.url, `select pg_terminate_backend(${pid})`)
  t.match(await answer, unavailable)
  await other.query('rollback')
  const job = await w.db.selectFrom('artist_research_jobs').selectAll().executeTakeFirstOrThrow()
  t.match(job, { state: 'pending', attempts: 1, error_category: null })
  t.type(job.lease_token, 'string')
  await w.db
    .updateTable('artist_research_jobs')
    .set({ leased_until: new Date(0) })
    .execute()
  t.match(await w.call(null, 'POST', '/api/research/advance'), { body: { status: 'ok', ran: true, done: true } })
})
