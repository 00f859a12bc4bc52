import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { loadConfig } from '#src/config.ts'
import { buildSessionTimeouts } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { hasPgBouncer, openPgBouncer, type Pooler } from '../deployment/pgbouncer.ts'
import { type TestEnvironment, withTestEnvironment } from '../environment.ts'
import { findDifferences } from '../outage/acknowledged-state.ts'
import { countAcknowledged, startLoad } from '../outage/load.ts'
import { startReplicas } from '../outage/replicas.ts'
import { summarizeOutcomes } from '../outage/retrying-caller.ts'
import { loadSystemTest } from '../registry.ts'
import type { SystemTest } from '../result.ts'
import { patient } from '../service.ts'

const sessionsMax = 6
const killsOfPooler = 20

/**
 * The services share few sessions through the real PgBouncer in transaction mode: whole sittings, races of many callers
 * for one row, and PgBouncer killed under them. What was acknowledged is stored once, and no session keeps any state.
 */
export const runSystemTest: SystemTest = async (environment) => {
  if (!hasPgBouncer())
    return { passed: false, summary: 'could not run: there is no PgBouncer here (apt install pgbouncer)' }
  const pooler = await openBefore(environment)
  await migrateTwice(pooler)
  const leftByMigrations = await readSessionState(pooler)
  const replicas = await startReplicas(environment, 2, { DATABASE_URL: pooler.url, ...pooled })
  const load = await startLoad(environment, replicas, {
    interviewers: 20,
    readers: 60,
    advancers: 2,
  })
  let killed = 0
  for (; killed < killsOfPooler; killed += 1) {
    const [sittings, attempts] = [load.countFinishedSittings(), load.attempts.length]
    await load.waitUntil(() => load.countFinishedSittings() > sittings && load.attempts.length > attempts + 100)
    await pooler.end('SIGKILL')
    await load.waitUntil(() => load.outcomes.some(({ outcome }, at) => at >= attempts && outcome === '503'))
    await pooler.start()
  }
  await load.stop()
  const differences = await findDifferences(environment.db, load.saved)
  const left = await readSessionState(pooler)
  environment.log(summarizeOutcomes(load.outcomes))
  for (const words of [...load.wrong, ...differences].slice(0, 5)) environment.log(words)

  const races: boolean[] = []
  for (const name of ['offers', 'revises', 'finishes']) {
    const { passed, summary } = await withTestEnvironment((own) => raceOn(own, name))
    environment.log(`${name}: ${summary}`)
    races.push(passed)
  }
  const isWhole = load.wrong.length + differences.length === 0 && races.every(Boolean)
  return {
    passed: isWhole && left.visited === sessionsMax && left.things + leftByMigrations.things === 0,
    summary: `${countAcknowledged(load)} acknowledged through ${left.visited} sessions of the database, PgBouncer killed ${killed} times: ${differences.length} lost or done twice, ${left.things} things left in the sessions, ${leftByMigrations.things} by migrating twice, ${races.filter((passed) => !passed).length} of ${races.length} races failed`,
  }
}

/** The settings of the services that share the sessions. */
const pooled = { DATABASE_TRANSACTION_POOLER: 'true' }

async function openBefore(environment: TestEnvironment): Promise<Pooler> {
  await setRoleTimeouts(environment.db)
  return await openPgBouncer(environment, sessionsMax)
}

/** Many callers for one row, on a database of its own. */
async function raceOn(own: TestEnvironment, name: string) {
  const { url } = await openBefore(own)
  const race = await loadSystemTest(name)
  return await race({ ...own, url, settings: pooled }, { short: false })
}

/**
 * Behind a transaction pooler the role has the settings that the service makes on a session of its own; with timeouts
 * as long as the races' callers wait.
 */
async function setRoleTimeouts(db: Kysely<DB>): Promise<void> {
  for (const [name, ms] of Object.entries(buildSessionTimeouts(loadConfig(patient).timeouts))) {
    await sql`alter role current_user set ${sql.ref(name)} = ${sql.lit(String(ms))}`.execute(db)
  }
}

/** What the first run leaves in a session, the second would find there. */
async function migrateTwice({ url }: Pooler): Promise<void> {
  for (const _ of [1, 2]) await migrate({ url, environment: 'development', transactionPooler: true })
}

/**
 * Visits every session at once, each within a transaction of its own: whatever is prepared, locked, created or set
 * there.
 */
async function readSessionState({ url }: Pooler) {
  const clients = Array.from({ length: sessionsMax }, () => new pg.Client({ connectionString: url }))
  const sessions = new Map<number, number>()
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query<{ pid: number; things: number }>(leftSql)
    for (const { pid, things } of rows) sessions.set(pid, things)
  }
  for (const client of clients) await client.end()
  return { visited: sessions.size, things: [...sessions.values()].reduce((sum, things) => sum + things, 0) }
}

const leftSql = `select pg_backend_pid() as pid, ((select count(*) from pg_prepared_statements)
    + (select count(*) from pg_cursors)
    + (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())
    + (select count(*) from pg_class where relpersistence = 't' and pg_table_is_visible(oid))
    + (select count(*) from pg_settings where source = 'session' and name like '%timeout%'))::int as things`
