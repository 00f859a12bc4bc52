import { type Kysely, sql, type Transaction } from 'kysely'
import { parseJson } from '#src/text/json.ts'
import type { DB } from '../tables.gen.ts'
import { formatMigrationLabel, type Migration, MigrationError } from './files.ts'

/** A migration that the database records as applied. */
type Entry = Pick<Migration, 'number' | 'name' | 'checksum'>

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
  const { rows: found } = await sql<{ name: string | null }>`
    select to_regclass('schema_migrations') as name`.execute(db)
  if (found[0]?.name == null) return []
  return (await sql<Entry>`select number, name, checksum from schema_migrations order by number`.execute(db)).rows
}

/**
 * The files that are still to be applied, in order. A database ahead of the files is fine: an older version of the
 * service runs beside a newer one during a deployment.
 * @throws MigrationError naming the first applied migration that is not the file in its place
 */
export function findPending(files: readonly Migration[], ledger: readonly Entry[]): Migration[] {
  for (const [at, entry] of ledger.slice(0, files.length).entries()) {
    const file = files[at] as Migration
    if (entry.checksum === file.checksum && entry.name === file.name) continue
    throw new MigrationError(
      `${formatMigrationLabel(entry)} was applied, and in its place the files have another ${formatMigrationLabel(file)}: ` +
        'write a new migration at their end instead, or begin with an empty database',
    )
  }
  return files.slice(ledger.length)
}

/** What staging has applied, word for word; a small JSON file that travels to production (interface, section 9). */
export type VerificationRecord = { environment: 'staging'; verifiedAt: string; migrations: Entry[] }

/** @throws MigrationError when the text is not such a record */
export function parseRecord(text: string): VerificationRecord {
  const record = parseJson(text) as Partial<VerificationRecord> | null | undefined
  const isEntry = (entry: Partial<Entry> | null) => /^[a-f0-9]{64}$/.test(entry?.checksum ?? '')
  if (record?.environment === 'staging' && Array.isArray(record.migrations) && record.migrations.every(isEntry))
    return record as VerificationRecord
  throw new MigrationError('the verification record is not one that `migrate` wrote in staging')
}

/** @throws MigrationError naming what staging has not verified in exactly this wording */
export function refuseUnverified(pending: readonly Migration[], record: VerificationRecord | undefined): void {
  const verified = new Set(record?.migrations.map(({ number, checksum }) => `${number} ${checksum}`))
  const unverified = pending.filter(({ number, checksum }) => !verified.has(`${number} ${checksum}`))
  if (unverified.length === 0) return
  const names = unverified.map(formatMigrationLabel).join(', ')
  throw new MigrationError(
    `staging has not verified ${names}: migrate staging first and bring its record (--verified FILE)`,
  )
}
