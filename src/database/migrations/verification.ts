import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../tables.gen.ts'
import { type Migration, readMigrations } from './files.ts'
import { computeFingerprint, describeSchema } from './fingerprint.ts'
import { type Entry, findPending, readLedger } from './ledger.ts'
import { MigrationError } from './migration-error.ts'
import type { VerificationRecord } from './record.ts'

/**
 * Verifies the staging database and stores the record: every file is applied with its current checksum, and the schema
 * equals, object by object, the one that the files make from nothing. So a manual change is found here and not in
 * production.
 * @throws MigrationError naming what differs
 */
export async function verifySchema(db: Kysely<DB>, folder: string): Promise<VerificationRecord> {
  const files = readMigrations(folder)
  const ledger = await readLedger(db)
  const [missing] = findPending(files, ledger)
  if (missing !== undefined) throw new MigrationError(`number ${missing.number} is not applied`)
  const lines = await describeSchema(db)
  const rehearsed = await rehearse(db, files)
  refuseDifference({ lines, rehearsed })
  const record = await writeRecord(db, {
    ledger: ledger.filter(isAmong(files)),
    fingerprint: computeFingerprint(lines),
  })
  return record
}

const isAmong = (files: readonly Migration[]) => (entry: Entry) => files.some(({ number }) => number === entry.number)

/** Runs all files in an empty schema beside the real one, describes the result, and rolls it back. */
async function rehearse(db: Kysely<DB>, files: readonly Migration[]): Promise<string[]> {
  const schema = `rehearsal_${randomBytes(6).toString('hex')}`
  const rolledBack = Symbol('rolled back')
  let lines: string[] = []
  const work = async (trx: Transaction<DB>) => {
    await sql`create schema ${sql.id(schema)}`.execute(trx)
    // After it in the search path the real schema, for the operators and functions of extensions, which live there.
    await sql`select set_config('search_path', ${schema} || ', ' || current_schema(), true)`.execute(trx)
    for (const file of files) await sql.raw(file.sql).execute(trx)
    lines = await describeSchema(trx)
    throw rolledBack
  }
  await db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (error === rolledBack) return
      throw new MigrationError(`the migrations do not run from nothing: ${(error as Error).message}`)
    })
  return lines
}

function refuseDifference({ lines, rehearsed }: { lines: readonly string[]; rehearsed: readonly string[] }) {
  const here = new Set(lines)
  const wanted = new Set(rehearsed)
  const [surplus] = here.difference(wanted)
  const [lacking] = wanted.difference(here)
  if (surplus === undefined && lacking === undefined) return
  const difference = [surplus && `has "${surplus}"`, lacking && `lacks "${lacking}"`].filter(Boolean).join(' and ')
  throw new MigrationError(`the schema is not what the migrations make: it ${difference}`)
}

async function writeRecord(
  db: Kysely<DB>,
  { ledger, fingerprint }: { ledger: Entry[]; fingerprint: string },
): Promise<VerificationRecord> {
  await sql`
    create table if not exists schema_verifications (
      verified_at timestamptz(3) primary key default clock_timestamp(),
      fingerprint text not null check (fingerprint ~ '^[a-f0-9]{64}$'),
      server_major integer not null,
      migrations jsonb not null
    )`.execute(db)
  const migrations = ledger.map(({ number, name, checksum }) => ({ number, name, checksum }))
  const { rows } = await sql<{ verifiedAt: Date; serverMajor: number }>`
    insert into schema_verifications (fingerprint, server_major, migrations)
    values (${fingerprint}, current_setting('server_version_num')::int / 10000, ${JSON.stringify(migrations)})
    returning verified_at as "verifiedAt", server_major as "serverMajor"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new MigrationError('the verification was not stored')
  return {
    environment: 'staging',
    verifiedAt: row.verifiedAt.toISOString(),
    serverMajor: row.serverMajor,
    fingerprint,
    migrations,
  }
}
