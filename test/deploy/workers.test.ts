import { sql } from 'kysely'
import t from 'tap'
import { createTestContext, type TestContext } from '../support/test-context.ts'

async function ready({ app }: TestContext) {
  const { statusCode, payload } = await app.inject('/ready')
  return { status: statusCode, body: JSON.parse(payload) }
}

t.test('on a cluster, readiness says how many workers answer, and is not lost with one of them', async (t) => {
  const context = await createTestContext(t, { DATABASE_SHARDED: 'true' })
  // What Citus has; each answer of readiness holds for a second.
  await sql`create table worker_results (success boolean)`.execute(context.db)
  await sql`insert into worker_results values (true), (false)`.execute(context.db)
  await sql`create function run_command_on_workers(command text) returns setof worker_results
    language sql as 'select * from worker_results'`.execute(context.db)
  t.same(await ready(context), { status: 200, body: { status: 'ok', workers: { known: 2, answering: 1 } } })
})

t.test('where the coordinator cannot say it, the workers are unknown', async (t) => {
  const sharded = await createTestContext(t, { DATABASE_SHARDED: 'true' })
  t.same(await ready(sharded), { status: 200, body: { status: 'ok', workers: 'unknown' } })
})

t.test('a single server has no workers', async (t) => {
  t.same(await ready(await createTestContext(t)), { status: 200, body: { status: 'ok' } })
})
