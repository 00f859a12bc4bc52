import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { restoreArtists } from '../archive/restore.ts'
import { refuseUnknownTables } from '../archive/table-schemas.ts'
import { listErasures, recordRestorations } from '../erasures.ts'
import type { Operator } from '../operator-log.ts'
import { saveUser } from '../users.ts'
import { applyRecords } from './apply.ts'
import { createInvalidLine } from './lines.ts'
import { type ImportFile, type ImportProgress, readImportFile } from './read.ts'
import type { ImportOutcome } from './records.ts'

type Tally = Record<ImportOutcome, number>

/** The outcome of an import: its records, and artists restored whole. */
export type ImportSummary = { lines: number; artists: { restored: number; unchanged: number } } & Tally

export type ImportOptions = {
  /** Lines may make administrators, who act for every artist. */
  allowAdmin?: boolean
  /** Why artists who were erased may be brought back; without it a file that has one is refused. */
  restoreErasedBecause?: string | undefined
  operator?: Operator
  onProgress?: ImportProgress
}

/**
 * Imports a JSON Lines file (operations, section 10) atomically in one transaction, and idempotently. All of it is read
 * and validated before the first row is written.
 * @throws Problem `invalid_request` naming the first line that does not fit, and its field if one is at fault;
 * `not_configured` for tables of a newer version
 */
export async function importRecords(db: Kysely<DB>, file: string, options: ImportOptions = {}): Promise<ImportSummary> {
  const { onProgress } = options
  await refuseUnknownTables(db)
  const read = await readImportFile(file, onProgress)
  const { lines } = read
  const summary: ImportSummary = { lines, added: 0, changed: 0, unchanged: 0, artists: { restored: 0, unchanged: 0 } }
  let done = 0
  const report = (more: number) => {
    done += more
    onProgress?.('importing', done, lines)
  }
  const count = (outcome: ImportOutcome) => {
    summary[outcome] += 1
    report(1)
  }
  return await transact(db, async (trx) => {
    await saveUsers(trx, read, options, count)
    summary.artists = await restoreArtists(trx, read.exported, report)
    await applyRecords(trx, read.records, count)
    await restoreErased(trx, file, read, options)
    return summary
  })
}

/**
 * Users first: claims name them. A file from elsewhere must not make a user an administrator; a user who already is one
 * may be listed.
 */
async function saveUsers(
  trx: Transaction<DB>,
  { users }: ImportFile,
  { allowAdmin = false, operator }: ImportOptions,
  count: (outcome: ImportOutcome) => void,
): Promise<void> {
  for (const { line, record } of users) {
    const outcome = await saveUser(trx, { ...record, by: 'import', operator })
    if (record.admin && outcome !== 'unchanged' && !allowAdmin)
      throw createInvalidLine(line, 'admin', 'makes an administrator, which --allow-admin has to allow')
    count(outcome)
  }
}

/**
 * An old export must not undo an erasure in silence. Asked after the rows are written: an erasure that is under way has
 * then been waited for.
 */
async function restoreErased(
  trx: Transaction<DB>,
  file: string,
  { records, exported }: ImportFile,
  { restoreErasedBecause: because, operator }: ImportOptions,
): Promise<void> {
  const lines = new Map<string, number>()
  for (const { line, record } of records) if (record.type === 'artist') lines.set(record.id, line)
  for (const { line, record } of exported) if (record.type === 'kept:artist') lines.set(String(record.id), line)
  const erased = (await listErasures(trx, [...lines.keys()])).filter(({ isBack }) => !isBack)
  const [first] = erased
  if (first === undefined) return
  if (because === undefined) {
    const what = `brings back an artist who was erased at ${first.at}, which --restore-erased has to allow`
    throw createInvalidLine(lines.get(first.artistId) ?? 0, '', what)
  }
  await recordRestorations(trx, erased, { because, sha256: await hashFile(file) }, operator)
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}
