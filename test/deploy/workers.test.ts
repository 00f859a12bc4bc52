import { sql } from 'kysely'
import t from 'tap'
import { createTestContext } from '../support/test-context.ts'

t.test('on a cluster, readiness says how many workers answer, and is not lost with one of them', async (t) => {
  const { app, db } = await createTestContext(t, { DATABASE_SHARDED: 'true' })
  const ready = async () => {
    const { statusCode, payload } = await app.inject('/ready')
    return { status: statusCode, body: JSON.parse(payload) }
  }
  // What Citus has; each answer of readiness holds for a second.
  await sql`create table worker_results (success boolean)`.execute(db)
  await sql`insert into worker_results values (true), (false)`.execute(db)
  await sql`create function run_command_on_workers(command text) returns setof worker_results
    language sql as 'select * from worker_results'`.execute(db)
  t.same(await ready(), { status: 200, body: { status: 'ok', workers: { known: 2, answering: 1 } } })
})

t.test('where the coordinator cannot say it, the workers are unknown', async (t) => {
  const { app } = await createTestContext(t, { DATABASE_SHARDED: 'true' })
  const { statusCode, payload } = await app.inject('/ready')
  t.equal(statusCode, 200)
  t.same(JSON.parse(payload), { status: 'ok', workers: 'unknown' })
})

t.test('a single server has no workers', async (t) => {
  const { app } = await createTestContext(t)
  t.same(JSON.parse((await app.inject('/ready')).payload), { status: 'ok' })
})
