import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { buildSessionTimeouts } from '#src/database/connect.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { chooseIdentity, chownToServerUser } from '#src/runtime/embedded-postgres/identity.ts'
import { pollUntil } from '../../support/until.ts'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import { summarizeOutcomes } from '../outage/interviewer.ts'
import { assertNothingLost, startLoad } from '../outage/load.ts'
import { countAcknowledged } from '../outage/records.ts'
import { startReplicas } from '../service.ts'

/** Debian's path, or another. */
const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'
const port = '6432'

type Pooler = Awaited<ReturnType<typeof openPgBouncer>>

/**
 * The real PgBouncer in transaction mode between the services and the environment's database, with a limited number of
 * sessions. It runs as the database's user: the socket is private to it.
 */
async function openPgBouncer(environment: Pick<TestEnvironment, 'folder' | 'url' | 'teardown'>, sessionsMax: number) {
  if (!existsSync(program)) throw new Error(`There is no ${program} (apt install pgbouncer; PGBOUNCER is its path)`)
  const folder = join(environment.folder, 'pgbouncer')
  const identity = chooseIdentity({ folder: environment.folder, data: join(environment.folder, 'data'), program })
  const settings = join(folder, 'pgbouncer.ini')
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(settings, formatSettings(environment.url, folder, sessionsMax))
  for (const path of [folder, settings]) chownToServerUser(path, identity)

  let child: ChildProcess | undefined
  async function start(): Promise<void> {
    const [command = '', ...args] = [...identity.prefix, program, '-q', settings]
    const started = spawn(command, args, { ...identity.user, stdio: 'ignore', cwd: '/' })
    child = started
    await pollUntil(async () => {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended with ${started.exitCode}; see ${folder}`)
      return await canConnect(join(folder, `.s.PGSQL.${port}`))
    })
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }
  environment.teardown(() => end('SIGTERM'))
  await start()
  const query = new URLSearchParams({ host: folder, port, sslmode: 'disable' })
  const url = Object.assign(new URL(environment.url), { search: `?${query}` }).href
  return { url, start, end }
}

/** Without a pause after a failed login, which by default is longer than a service waits. */
function formatSettings(url: string, folder: string, sessionsMax: number): string {
  const { hostname, port: serverPort, username, password } = new URL(url)
  return [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `default_pool_size = ${sessionsMax}`,
    'max_client_conn = 1000',
    'server_login_retry = 1',
    'auth_type = any',
    'listen_addr =',
    `listen_port = ${port}`,
    `unix_socket_dir = ${folder}`,
    `logfile = ${join(folder, 'pgbouncer.log')}`,
    '',
  ].join('\n')
}

const canConnect = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

const sessionsMax = 6
const killsOfPooler = 20
/** The settings of the services that share the sessions. */
const pooled = { DATABASE_TRANSACTION_POOLER: 'true' }

t.setTimeout(3_600_000)

t.test('whole sittings through the real PgBouncer in transaction mode, which is killed again and again', async (t) => {
  const environment = await openEnvironment(t)
  await setRoleTimeouts(environment.db)
  const pooler = await openPgBouncer(environment, sessionsMax)
  await migrateTwice(pooler)
  t.equal((await readSessionState(pooler)).things, 0, 'two migrations leave nothing in a session')
  const replicas = await startReplicas(environment, 2, { DATABASE_URL: pooler.url, ...pooled })
  const load = await startLoad(environment, replicas, { interviewers: 20, readers: 60, advancers: 2 })
  for (let killed = 0; killed < killsOfPooler; killed += 1) {
    const [sittings, attempts] = [load.countFinishedSittings(), load.attempts.length]
    await load.waitUntil(() => load.countFinishedSittings() > sittings && load.attempts.length > attempts + 100)
    await pooler.end('SIGKILL')
    await load.waitUntil(() => load.outcomes.some(({ outcome }, at) => at >= attempts && outcome === '503'))
    await pooler.start()
  }
  await assertNothingLost(t, load, environment.db)
  t.same(await readSessionState(pooler), { visited: sessionsMax, things: 0 }, 'nothing is left in any session')
  t.comment(summarizeOutcomes(load.outcomes))
  environment.report(
    'pgbouncer',
    `${countAcknowledged(load)} acknowledged through ${sessionsMax} sessions, PgBouncer killed ${killsOfPooler} times`,
  )
})

/** Behind a transaction pooler the role has the settings that the service makes on a session of its own. */
async function setRoleTimeouts(db: Kysely<DB>): Promise<void> {
  for (const [name, ms] of Object.entries(buildSessionTimeouts(loadConfig({}).timeouts))) {
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
