import pg from 'pg'
import { Registry } from 'prom-client'
import t from 'tap'
import { registerDatabaseMetrics } from '#src/observability/metrics/database.ts'
import { freshDatabase } from '../support/database.ts'
import { pollUntil } from '../support/until.ts'
import { parseSeries } from './scrape.ts'

t.test('the session that holds back the xmin horizon is named by its process', async (t) => {
  const { url, database } = await freshDatabase(t)
  const registry = new Registry()
  const ask = registerDatabaseMetrics(registry, database.db, { cacheMs: 0, waitMs: 10_000, namedAfterSeconds: 0 })
  const forgotten = new pg.Client({ connectionString: url, application_name: 'a forgotten report' })
  await forgotten.connect()
  t.teardown(() => forgotten.end())
  await forgotten.query('begin isolation level repeatable read')
  const { rows } = await forgotten.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.pool.query('select pg_current_xact_id()') // a transaction later
  const younger = new pg.Client({ connectionString: url, application_name: 'a younger one' })
  await younger.connect()
  t.teardown(() => younger.end())
  await younger.query('begin isolation level repeatable read')
  await younger.query('select 1')
  // Other test files of the same server have their snapshots too; this one becomes the oldest when they have ended.
  const holder = `sittings_database_horizon_holder_seconds{holder="session",pid="${rows[0]?.pid}",application="a forgotten report"}`
  const series = await pollUntil(async () => {
    await ask()
    const now = parseSeries(await registry.metrics())
    return now.has(holder) && now
  }, 60_000)
  t.ok(Number(series.get(holder)) > 0)
  t.equal([...series.keys()].filter((name) => name.includes('horizon_holder')).length, 1, 'the oldest alone')
  t.ok(Number(series.get('sittings_database_horizon_seconds')) >= Number(series.get(holder)))
  await forgotten.query('commit')
  await ask()
  t.notOk(parseSeries(await registry.metrics()).has(holder), 'and not any more when it has let go')
})

t.test('a database that responds too late counts as down for this scrape, and is queried only once', async (t) => {
  const { database } = await freshDatabase(t)
  const registry = new Registry()
  const ask = registerDatabaseMetrics(registry, database.db, { waitMs: 1 })
  const busy = await Promise.all(Array.from({ length: 20 }, () => database.pool.connect()))
  await ask()
  await ask()
  t.equal(parseSeries(await registry.metrics()).get('sittings_database_up'), 0)
  t.equal(database.pool.waitingCount, 2, 'one question about the queue and one about the dead')
  for (const client of busy) client.release()
  await pollUntil(async () => {
    await ask()
    return parseSeries(await registry.metrics()).get('sittings_database_up') === 1
  })
  t.ok(parseSeries(await registry.metrics()).has('sittings_queue_jobs{kind="lore_refresh",state="due"}'))
})
