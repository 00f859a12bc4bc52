import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../tables.gen.ts'
import { formatMigrationLabel, type Migration } from './files.ts'
import { MigrationError } from './migration-error.ts'
import { splitStatements } from './statements.ts'

/** A migration that the database records as applied. */
export type Entry = Pick<Migration, 'number' | 'name' | 'checksum'>

/**
 * One migrator at a time, by a transaction-level lock: it works behind a transaction pooler and ends with a killed
 * migrator. Waiting for another migrator may take long, for a table in use only two seconds: later queries queue behind
 * this one and give up after three.
 */
export async function lockLedger(trx: Transaction<DB>): Promise<void> {
  await sql`set local lock_timeout = '15min'`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended('schema_migrations', 0))`.execute(trx)
  await sql`set local lock_timeout = '2s'`.execute(trx)
  await sql`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null check (checksum ~ '^[a-f0-9]{64}$'),
      applied_at timestamptz(3) not null default now()
    )`.execute(trx)
}

export async function readLedger(db: Kysely<DB>): Promise<Entry[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`.execute(db)
  if (found[0]?.exists !== true) return []
  const { rows } = await sql<Entry>`select number, name, checksum from schema_migrations order by number`.execute(db)
  return rows
}

/** The migration and its entry; both or neither, when the caller's transaction ends. */
export async function applyMigration(trx: Transaction<DB>, migration: Migration) {
  const { number, name, checksum } = migration
  try {
    for (const statement of splitStatements(migration.sql)) await sql.raw(statement).execute(trx)
  } catch (error) {
    throw new MigrationError(`${formatMigrationLabel(migration)} failed: ${(error as Error).message}`)
  }
  await sql`
    insert into schema_migrations (number, name, checksum) values (${number}, ${name}, ${checksum})`.execute(trx)
}

/**
 * The files that are still to be applied, in order.
 *
 * A database ahead of the files is fine (an older version of the service runs beside a newer one during a deployment),
 * as long as what it has beyond them comes after all of them.
 * @throws MigrationError naming the first file that was changed after it was applied, that is gone, or that comes too
 * late
 */
export function findPending(files: readonly Migration[], ledger: readonly Entry[]): Migration[] {
  const newestApplied = ledger.at(-1)?.number ?? 0
  const newestFile = files.at(-1)?.number ?? 0
  const fileByNumber = new Map(files.map((file) => [file.number, file]))
  for (const entry of ledger) {
    const file = fileByNumber.get(entry.number)
    if (file === undefined && entry.number < newestFile) {
      throw new MigrationError(`${formatMigrationLabel(entry)} was applied and its file is gone`)
    }
    if (file !== undefined && (file.name !== entry.name || file.checksum !== entry.checksum)) {
      throw new MigrationError(
        `${formatMigrationLabel(entry)} was changed after it was applied: write a new migration instead, or begin with an empty database`,
      )
    }
  }
  const applied = new Set(ledger.map(({ number }) => number))
  const pending = files.filter(({ number }) => !applied.has(number))
  const late = pending.find(({ number }) => number < newestApplied)
  if (late !== undefined) {
    throw new MigrationError(
      `${formatMigrationLabel(late)} comes too late: number ${newestApplied} was applied already`,
    )
  }
  return pending
}
