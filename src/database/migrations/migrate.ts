import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '#src/config.ts'
import { buildSessionTimeouts, connect, type DatabaseTimeouts } from '../connect.ts'
import type { DB } from '../tables.gen.ts'
import { formatMigrationLabel, type Migration, MigrationError, readMigrations, splitStatements } from './files.ts'
import { grantTo } from './grants.ts'
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
}

type Migrated = {
  applied: Migration[]
  /** Staging only. */
  record?: VerificationRecord
}

/**
 * Brings a database to the newest migration; run twice or by several at once, each migration still runs once.
 *
 * What is pending and the grants are one transaction: all of it, or nothing. Production takes only what staging has
 * verified (interface, section 9): staging returns the record of what it has, also when nothing was pending.
 * @throws MigrationError
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { url, environment, folder, transactionPooler = false, verified, grantTo: role } = options
  const files = readMigrations(folder)
  const pool = { max: 1, waitMs: timeouts.connectMs, transactionPooler }
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'sittings migrate' })
  const applied = await db
    .transaction()
    .execute(async (trx) => {
      await setForThisTransaction(trx)
      await lockLedger(trx)
      const pending = findPending(files, await readLedger(trx))
      if (environment === 'production') refuseUnverified(pending, verified)
      for (const migration of pending) await apply(trx, migration)
      if (role !== undefined) await grantTo(trx, role)
      return pending
    })
    .finally(close)
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

async function apply(trx: Transaction<DB>, migration: Migration): Promise<void> {
  const { number, name, checksum, sql: script } = migration
  try {
    for (const statement of splitStatements(script)) await sql.raw(statement).execute(trx)
    await sql`insert into schema_migrations (number, name, checksum) values (${number}, ${name}, ${checksum})`.execute(
      trx,
    )
  } catch (error) {
    throw new MigrationError(`${formatMigrationLabel(migration)} failed: ${(error as Error).message}`)
  }
}

/** The settings of a migration for its transaction alone: a session that is shared must not retain them. */
async function setForThisTransaction(trx: Transaction<DB>): Promise<void> {
  const settings = JSON.stringify({ ...buildSessionTimeouts(timeouts), ...citusSettings })
  await sql`
    select set_config(key, value, true) from json_each_text(${settings})
    where current_setting(key, true) is not null`.execute(trx)
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
}
