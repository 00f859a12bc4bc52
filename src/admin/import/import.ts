import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Kysely, Transaction } from 'kysely'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { enqueueEmbeddings } from '#src/research/embed/queries.ts'
import type { EmbeddingModel } from '#src/research/providers/embeddings.ts'
import { restoreArtists } from '../archive/restore.ts'
import { readTableSchemas, type TableSchema } from '../archive/table-schemas.ts'
import { type Restoration, recordRestorations } from '../erasures.ts'
import type { Operator } from '../operator-log.ts'
import { listNotAdministrators, saveUser } from '../users.ts'
import { applyRecords } from './apply.ts'
import { formatLineField } from './lines.ts'
import { type ImportFile, type ImportProgress, readImportFile } from './read.ts'
import type { ArtistOwnedRecord, ImportOutcome, ImportRecord, NumberedRecord, UserRecord } from './records.ts'

type Tally = Record<ImportOutcome, number>

/** The outcome of an import: records by type, and artists restored whole. */
export type ImportSummary = {
  lines: number
  records: Partial<Record<ImportRecord['type'], Tally>>
  artists: { restored: number; unchanged: number }
} & Tally

/**
 * Imports a JSON Lines file (operations, section 10) atomically in one transaction, and idempotently.
 * @throws Problem `invalid_request` naming the first line that does not fit, and its field if one is at fault
 */
export async function importRecords(db: Kysely<DB>, file: string, options: ImportOptions = {}): Promise<ImportSummary> {
  const records = await readRecords(db, file, options)
  return await transact(db, (trx) => saveRecords(trx, records, options))
}

/**
 * `allowAdmin`: lines may make administrators, who act for every artist. `embeddings`: the model, if one is configured,
 * that makes vectors of texts; its job is queued for the sources of the file.
 */
export type ImportOptions = {
  allowAdmin?: boolean
  /** Why artists who were erased may be brought back; without it a file that has one is refused. */
  restoreErasedBecause?: string | undefined
  operator?: Operator
  embeddings?: EmbeddingModel | undefined
  onProgress?: ImportProgress
}

type Records = { file: string; shapes: readonly TableSchema[]; read: ImportFile }

/** Reads and validates a file without writing. */
export async function readRecords(db: Kysely<DB>, file: string, { onProgress }: ImportOptions = {}): Promise<Records> {
  const shapes = await readTableSchemas(db)
  return { file, shapes, read: await readImportFile(file, shapes, onProgress) }
}

/** Saves the records in the caller's transaction. */
export async function saveRecords(
  trx: Transaction<DB>,
  { file, shapes, read }: Records,
  { allowAdmin = false, restoreErasedBecause, operator, embeddings, onProgress }: ImportOptions = {},
): Promise<ImportSummary> {
  if (!allowAdmin) await refuseNewAdministrators(trx, read)
  const summary = createSummary(read)
  let recordsDone = 0
  const report = (more: number) => {
    recordsDone += more
    onProgress?.('importing', recordsDone, read.lines)
  }
  const count = ({ type }: ImportRecord, outcome: ImportOutcome) => {
    const counts = summary.records[type] ?? { added: 0, changed: 0, unchanged: 0 }
    summary.records[type] = counts
    counts[outcome] += 1
    summary[outcome] += 1
    report(1)
  }
  await saveUsers(trx, read, operator, count)
  summary.artists = await restoreArtists(trx, shapes, read.exported, report)
  const artistsWithNewTexts = await applyRecords(trx, read.records.filter(isArtists), count)
  const because = restoreErasedBecause
  const restoration = because === undefined ? undefined : async () => ({ because, sha256: await hashFile(file) })
  await refuseErased(trx, read, restoration, operator)
  if (embeddings !== undefined) await enqueueEmbeddings(trx, [...artistsWithNewTexts])
  return summary
}

/** A file from elsewhere must not make a user an administrator; a user who already is one may be listed. */
async function refuseNewAdministrators(trx: Transaction<DB>, { records }: ImportFile): Promise<void> {
  const appointed = records.filter(({ record }) => record.type === 'user' && record.admin === true)
  const subjects = appointed.map(({ record }) => (record as UserRecord).subject)
  const added = await listNotAdministrators(trx, subjects)
  const refused = appointed.find(({ record }) => added.has((record as UserRecord).subject))
  if (refused !== undefined) {
    throw createInvalidRequest(
      formatLineField(refused.line, 'admin'),
      'makes an administrator, which --allow-admin has to allow',
    )
  }
}

/** An old export must not undo an erasure in silence. */
async function refuseErased(
  trx: Transaction<DB>,
  { records, exported }: ImportFile,
  restoration: (() => Promise<Restoration>) | undefined,
  operator: Operator,
): Promise<void> {
  const lines = new Map<string, number>()
  for (const { line, record } of records) if (record.type === 'artist') lines.set(record.id, line)
  for (const { line, record } of exported) if (record.type === 'kept:artist') lines.set(String(record.id), line)
  const erased = await recordRestorations(trx, [...lines.keys()], restoration, operator)
  if (erased === undefined) return
  throw createInvalidRequest(
    formatLineField(lines.get(erased.artistId) ?? 0),
    `brings back an artist who was erased at ${erased.at}, which --restore-erased has to allow`,
  )
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}

/** Users first: claims name them. */
async function saveUsers(
  trx: Transaction<DB>,
  { records }: ImportFile,
  operator: Operator,
  count: (record: UserRecord, outcome: ImportOutcome) => void,
) {
  for (const { record } of records)
    if (record.type === 'user') count(record, await saveUser(trx, { ...record, by: 'import', operator }))
}

const isArtists = (numbered: NumberedRecord): numbered is NumberedRecord<ArtistOwnedRecord> =>
  numbered.record.type !== 'user'

const createSummary = ({ lines }: ImportFile): ImportSummary => ({
  lines,
  added: 0,
  changed: 0,
  unchanged: 0,
  records: {},
  artists: { restored: 0, unchanged: 0 },
})
