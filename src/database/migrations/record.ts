import { parseJson } from '#src/text/json.ts'
import { formatMigrationLabel, type Migration } from './files.ts'
import type { Entry } from './ledger.ts'
import { MigrationError } from './migration-error.ts'

/** What staging has applied, word for word; a small JSON file that travels to production (interface, section 9). */
export type VerificationRecord = { environment: 'staging'; verifiedAt: string; migrations: Entry[] }

/** @param files what the staging database has, all of it: nothing is pending there */
export const buildRecord = (files: readonly Migration[]): VerificationRecord => ({
  environment: 'staging',
  verifiedAt: new Date().toISOString(),
  migrations: files.map(({ number, name, checksum }) => ({ number, name, checksum })),
})

/** @throws MigrationError when the text is not such a record */
export function parseRecord(text: string): VerificationRecord {
  const record = parseJson(text) as Partial<VerificationRecord> | null | undefined
  const entries = record?.migrations
  const valid = record?.environment === 'staging' && Array.isArray(entries) && entries.every(isEntry)
  if (!valid) throw new MigrationError('the verification record is not one that `migrate` wrote in staging')
  return record as VerificationRecord
}

const isEntry = (entry: Partial<Entry> | null) =>
  Number.isInteger(entry?.number) && typeof entry?.checksum === 'string' && /^[a-f0-9]{64}$/.test(entry.checksum)

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
