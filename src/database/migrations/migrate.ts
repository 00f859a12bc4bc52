import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '#src/config.ts'
import { buildSessionTimeouts, connect, type DatabaseTimeouts } from '../connect.ts'
import type { DB } from '../tables.gen.ts'
import { formatMigrationLabel, type Migration, MigrationError, readMigrations, splitStatements } from './files.ts'
import { grantTo, refuseUngrantable } from './grants.ts'
import { findPending, lockLedger, readLedger, refuseUnverified, type VerificationRecord } from './ledger.ts'

export type MigrateOptions = {
  url: string
  environment: Config['environment']
  /** The sessions belong to a transaction pooler (`DATABASE_TRANSACTION_POOLER`). */
  transactionPooler?: boolean
  folder?: string
  /** What staging verified; production accepts nothing else. */
  verified?: VerificationRecord | undefined
  /** The role that the service connects as; it is granted what it needs of the tables and owns none. */
  grantTo?: string | undefined
  onApplied?: (migration: Migration) => void
}

export type Migrated = {
  applied: Migration[]
  /** Staging only. */
  record?: VerificationRecord
}

/**
 * Brings a database to the newest migration; run twice or by several at once, each migration still runs once.
 *
 * Each runs in a transaction of its own together with its entry in the ledger. Production takes only what staging has
 * verified (interface, section 9): staging returns the record of what it has, also when nothing was pending.
 * @throws MigrationError with everything before the named migration applied and nothing of it
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { url, environment, folder, transactionPooler = false, grantTo: role } = options
  const files = readMigrations(folder)
  const pool = { max: 1, waitMs: 10_000, transactionPooler }
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings migrate' })
  const applied: Migration[] = []
  try {
    if (role !== undefined) await changeSchema(db, (trx) => refuseUngrantable(trx, role))
    for (;;) {
      const migration = await changeSchema(db, (trx) => applyNext(trx, files, options))
      if (migration === undefined) break
      applied.push(migration)
      options.onApplied?.(migration)
    }
    if (role !== undefined) await changeSchema(db, (trx) => grantTo(trx, role))
  } finally {
    await close()
  }
  if (environment !== 'staging') return { applied }
  const migrations = files.map(({ sql: _, ...entry }) => entry)
  return { applied, record: { environment, verifiedAt: new Date().toISOString(), migrations } }
}

/**
 * The names (`0041_interview_boundaries`) of the migrations that the database still lacks; none means the service may
 * be ready.
 */
export async function listPendingMigrations(db: Kysely<DB>, folder?: string): Promise<string[]> {
  return findPending(readMigrations(folder), await readLedger(db)).map(formatMigrationLabel)
}

/** The names of the migrations that only a newer version of the service has. */
export async function listUnknownMigrations(db: Kysely<DB>): Promise<string[]> {
  const newest = readMigrations().at(-1)?.number ?? 0
  const { rows } = await sql<Pick<Migration, 'number' | 'name'>>`
    select number, name from schema_migrations where number > ${newest} order by number`.execute(db)
  return rows.map(formatMigrationLabel)
}

/** Decided under the lock: what another migrator has applied is seen, and all that is pending is checked first. */
async function applyNext(trx: Transaction<DB>, files: readonly Migration[], options: MigrateOptions) {
  const { environment, verified } = options
  await lockLedger(trx)
  const pending = findPending(files, await readLedger(trx))
  if (environment === 'production') refuseUnverified(pending, verified)
  const [migration] = pending
  if (migration === undefined) return undefined
  try {
    for (const statement of splitStatements(migration.sql)) await sql.raw(statement).execute(trx)
  } catch (error) {
    throw new MigrationError(`${formatMigrationLabel(migration)} failed: ${(error as Error).message}`)
  }
  const { number, name, checksum } = migration
  await sql`insert into schema_migrations (number, name, checksum) values (${number}, ${name}, ${checksum})`.execute(
    trx,
  )
  return migration
}

/** A transaction with the settings of a migration, and with them alone: a session that is shared must not retain them. */
function changeSchema<Result>(db: Kysely<DB>, change: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const settings = JSON.stringify({ ...buildSessionTimeouts(timeouts), ...citusSettings })
    await sql`
      select set_config(key, value, true) from json_each_text(${settings})
      where current_setting(key, true) is not null`.execute(trx)
    return await change(trx)
  })
}

/**
 * Without these a cluster refuses a transaction that changes or grants several tables, and a new table that refers to
 * both an artist and a user before it is distributed.
 */
const citusSettings = {
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_local_reference_table_foreign_keys': 'off',
}

/**
 * Minutes, because a migration may rewrite a table; never none, because a stuck one holds locks that the service waits
 * for.
 */
const minuteMs = 60_000
const timeouts: DatabaseTimeouts = {
  statementMs: 15 * minuteMs,
  lockMs: 2_000,
  idleTransactionMs: minuteMs,
  transactionMs: 30 * minuteMs,
  queryMs: 16 * minuteMs,
  connectMs: 10_000,
  keepAliveMs: 10_000,
}
