import { type Kysely, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'
import { formatMigrationLabel, type Migration } from './files.ts'
import { computeFingerprint, describeSchema } from './fingerprint.ts'
import type { Entry } from './ledger.ts'
import { MigrationError } from './migration-error.ts'

/** What staging verified; a small JSON file that travels to production (interface, section 9). */
export type VerificationRecord = {
  environment: 'staging'
  verifiedAt: string
  serverMajor: number
  fingerprint: string
  migrations: Entry[]
}

/** @throws MigrationError when the text is not such a record */
export function parseRecord(text: string): VerificationRecord {
  const record = parseJson(text) as Partial<VerificationRecord> | null
  const entries = record?.migrations
  const valid =
    record?.environment === 'staging' &&
    isHash(record.fingerprint) &&
    Number.isInteger(record.serverMajor) &&
    Array.isArray(entries) &&
    entries.every((entry) => Number.isInteger(entry?.number) && isHash(entry?.checksum))
  if (!valid) throw new MigrationError('the verification record is not one that `migrate` wrote in staging')
  return record as VerificationRecord
}

const isHash = (value: unknown) => typeof value === 'string' && /^[a-f0-9]{64}$/.test(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Those of the pending migrations that staging has not verified in exactly this wording. */
export function findUnverified(pending: readonly Migration[], record: VerificationRecord | undefined): Migration[] {
  const verified = new Set(record?.migrations.map(({ number, checksum }) => `${number} ${checksum}`))
  return pending.filter(({ number, checksum }) => !verified.has(`${number} ${checksum}`))
}

export function refuseUnverified(unverified: readonly Migration[]) {
  const names = unverified.map(formatMigrationLabel).join(', ')
  throw new MigrationError(
    `staging has not verified ${names}: migrate staging first and bring its record (--verified FILE), ` +
      'or say why not (--unverified-because REASON)',
  )
}

/**
 * After production has exactly what staging had: is the schema the same as well? Undefined when that cannot be
 * compared, because the sets differ or the servers are of different major versions and word their definitions
 * differently.
 */
export async function compareWithRecord(
  db: Kysely<DB>,
  { ledger, record }: { ledger: readonly Entry[]; record: VerificationRecord },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::int / 10000 as major`.execute(db)
  const toKey = (entries: readonly Entry[]) => entries.map(({ number, checksum }) => `${number} ${checksum}`).join('\n')
  if (rows[0]?.major !== record.serverMajor || toKey(ledger) !== toKey(record.migrations)) return undefined
  return computeFingerprint(await describeSchema(db)) === record.fingerprint
}
