import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import t from 'tap'
import type { ConnectedDatabase } from '#src/database/connect.ts'
import { openSession } from '#src/database/session-requirements.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { emptyDatabase, freshDatabase, openPool as open, setRoleTimeouts } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

/** The first query of a session. */
const first = ({ db }: ConnectedDatabase) => sql`select 1`.execute(db)

t.test('every session has every timeout, speaks UTF-8 and UTC, and names itself', async (t) => {
  const { database } = await freshDatabase(t)
  const { rows } =
    await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('transaction_timeout') as transaction,
    current_setting('client_encoding') as encoding, current_setting('timezone') as zone,
    current_setting('application_name') as application`.execute(database.db)
  t.same(rows, [
    {
      statement: '5s',
      lock: '3s',
      idle: '5s',
      transaction: '15s',
      encoding: 'UTF8',
      zone: 'UTC',
      application: 'sittings test',
    },
  ])
})

t.test('a session without a timeout is refused by name', async (t) => {
  const url = await emptyDatabase(t)
  const bare = open(t, url, { pool: { transactionPooler: true } })
  await t.rejects(first(bare), {
    name: 'ConfigError',
    message:
      /statement_timeout 0 .+, lock_timeout 0 .+, idle_in_transaction_session_timeout 0 .+, transaction_timeout 0 /,
  })
  await t.rejects(first(open(t, url, { timeouts: { lockMs: 0 } })), {
    message: /a session with lock_timeout 0 instead of more than 0;/,
  })
})

t.test('a session that writes dates in another form is refused where none can be set on it', async (t) => {
  const url = await emptyDatabase(t)
  const name = new URL(url).pathname.slice(1)
  await setRoleTimeouts(url, '4s')
  await queryOnce(url, `alter role current_user in database ${name} set datestyle = 'German'`)
  const pooled = open(t, url, { pool: { transactionPooler: true } })
  const refused = await first(pooled).catch((error: unknown) => error)
  t.match(refused, { name: 'ConfigError', message: /DATABASE_URL leads to a session with datestyle German/ })
  t.match(toDatabaseProblem(refused), { code: 'persistence_unavailable' }, 'an outage to the caller')
  t.equal(await createReadinessCheck(pooled.db)(), 'Storage has datestyle German, DMY instead of ISO')
  await sql`select ${1}::int`.execute(open(t, url).db)
})

t.test('a distributed database needs its setting', async (t) => {
  const { db } = await freshDatabase(t)
  await sql`create table pg_dist_partition (logicalrelid regclass)`.execute(db)
  t.equal(await createReadinessCheck(db)(), undefined, 'nothing is distributed yet')
  await sql`insert into pg_dist_partition values ('artists')`.execute(db)
  t.equal(await createReadinessCheck(db)(), 'Storage is a distributed database: set DATABASE_SHARDED=true')
  t.equal(await createReadinessCheck(db, { sharded: true })(), undefined)
})

t.test('a statement sees what was committed before it, whatever the database’s default isolation', async (t) => {
  const url = await emptyDatabase(t)
  const name = new URL(url).pathname.slice(1)
  await queryOnce(url, `alter database ${name} set default_transaction_isolation = 'repeatable read'`)
  const level = sql<{ level: string }>`select current_setting('transaction_isolation') as level`
  t.same((await level.execute(open(t, url).db)).rows, [{ level: 'read committed' }])
  const pooled = open(t, url, { pool: { transactionPooler: true } })
  t.match(await first(pooled).catch((error: unknown) => error), {
    name: 'ConfigError',
    message: /default_transaction_isolation repeatable read/,
  })
})

t.test('a server older than 15 and a database of another encoding are refused', async (t) => {
  const unmet = { server_version_num: '140012', server_encoding: 'LATIN1' }
  const openWith = (settings: object) => {
    const rows = Object.entries(settings).map(([name, value]) => ({ name, value }))
    return openSession({ query: async () => ({ rows }) } as unknown as ClientBase, {})
  }
  await openWith({ server_version_num: '150000', server_encoding: 'UTF8' })
  await t.rejects(openWith(unmet), {
    name: 'ConfigError',
    message:
      /server_version_num 140012 instead of 150000 or more \(PostgreSQL 15\), server_encoding LATIN1 instead of UTF8/,
  })
})

t.test('a server that became a standby refuses writes, and its session is replaced at the first refusal', async (t) => {
  const { url, database } = await freshDatabase(t, { DATABASE_POOL_MAX: '1' })
  const maintenance = Object.assign(new URL(url), { pathname: '/postgres' }).href
  const alter = (words: string) => queryOnce(maintenance, `alter database ${new URL(url).pathname.slice(1)} ${words}`)
  const isReady = createReadinessCheck(database.db)
  await alter('set default_transaction_read_only = on')
  const write = () => sql`update artists set bio = null`.execute(database.db)
  t.match(toDatabaseProblem(await write().catch((error: unknown) => error)), { code: 'persistence_unavailable' })
  t.equal(await isReady(), 'Storage takes no writes')
  await alter('reset default_transaction_read_only')
  t.equal(await isReady(), undefined, 'a new session, although the old one would have lived for an hour')
  await write()
})

t.test('a transaction that the server has ended for its idling is an outage to the caller', async (t) => {
  const { url } = await freshDatabase(t)
  const { db } = open(t, url, { timeouts: { idleTransactionMs: 100 } })
  const idle = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    const idleHere = `select from pg_stat_activity where state like 'idle in%' and datname = current_database()`
    await pollUntil(async () => (await queryOnce(url, idleHere)).length === 0)
    await sql`select 1`.execute(trx)
  })
  t.match(toDatabaseProblem(await idle.catch((error: unknown) => error)), { code: 'persistence_unavailable' })
  await sql`select 1`.execute(db)
})
