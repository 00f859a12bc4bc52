import { sql, type Transaction } from 'kysely'
import { insertRows } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { insertEvents } from '#src/records/audit/events.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { applyArtist, applyClaim } from './apply/artist.ts'
import { applyCorrection } from './apply/correction.ts'
import { applyDiscovery } from './apply/discovery.ts'
import { applyLegacyOffer, applyResponse } from './apply/entry.ts'
import { applySource } from './apply/source.ts'
import { createRecordImport, type ImportBatch, type ImportRows, openArtists, type RecordImport } from './batch.ts'
import { createInvalidLine } from './lines.ts'
import {
  type ArtistLine,
  type ArtistRecordType,
  getArtistId,
  getAuditSubject,
  type ImportOutcome,
  type RecordOf,
} from './records.ts'

type Applier<R> = (work: RecordImport, record: R) => ImportOutcome | Promise<ImportOutcome>

/** Records are applied type by type in this order, then by line, so a file may list them in any order. */
const appliers: { [T in ArtistRecordType]: Applier<RecordOf<T>> } = {
  artist: applyArtist,
  claim: applyClaim,
  source: applySource,
  discovery: applyDiscovery,
  correction: applyCorrection,
  legacyOffer: applyLegacyOffer,
  response: applyResponse,
}

/** Records of one batch, unless one artist has more: what is computed of them waits in memory to be inserted. */
const batchRecords = 2_000

/**
 * Applies the records that belong to artists, in batches of artists; `onOutcome` gets the outcome of each.
 * @throws Problem `invalid_request` naming the line that cannot be applied
 */
export async function applyRecords(
  trx: Transaction<DB>,
  records: readonly ArtistLine[],
  onOutcome: (outcome: ImportOutcome) => void,
): Promise<void> {
  const users = await findUsers(trx, records)
  for (const numbered of splitBatches(records)) {
    const artists = await openArtists(trx, numbered)
    const rows: ImportRows = { claims: [], interview_entries: [], response_versions: [] }
    const batch = { trx, artists, rows, users }
    for (const type of Object.keys(appliers))
      for (const one of numbered.filter(({ record }) => record.type === type)) onOutcome(await apply(batch, one))
    await write(batch)
  }
}

/** Whole artists in the order of their ids, so that concurrent imports wait for each other; records by line. */
function* splitBatches(records: readonly ArtistLine[]) {
  const byArtist = [...Map.groupBy(records, ({ record }) => getArtistId(record))]
  let batch: ArtistLine[] = []
  for (const [, ofArtist] of byArtist.sort(([a], [b]) => (a < b ? -1 : 1))) {
    batch = batch.concat(ofArtist)
    if (batch.length < batchRecords) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function apply(batch: ImportBatch, { line, record }: ArtistLine): Promise<ImportOutcome> {
  const artist = batch.artists.get(getArtistId(record))
  if (artist === undefined) throw createInvalidLine(line, 'artist', 'names no artist')
  const [subject, content] = [getAuditSubject(record), computeRevision(record)]
  // The last import of this subject had exactly this content, whatever changed since.
  if (artist.imported.get(subject) === content) return 'unchanged'
  const applyRecord: Applier<never> = appliers[record.type]
  const work = createRecordImport({ ...batch, ...artist }, { line, record }, content)
  const outcome = await applyRecord(work, record as never)
  artist.imported.set(subject, content)
  return outcome
}

/** The events first, to which rows refer; then in the order of the foreign keys. */
async function write({ trx, artists, rows }: ImportBatch): Promise<void> {
  await insertEvents(
    trx,
    [...artists.values()].flatMap(({ trail }) => trail.take()),
  )
  const onConflict = sql`
    on conflict (artist_id, user_id) do update set state = excluded.state, decided_at = excluded.decided_at`
  await insertRows(trx, 'claims', rows.claims, { onConflict })
  await insertRows(trx, 'interview_entries', rows.interview_entries)
  await insertRows(trx, 'response_versions', rows.response_versions)
}

async function findUsers(trx: Transaction<DB>, records: readonly ArtistLine[]): Promise<Map<string, string>> {
  const subjects = new Set(records.flatMap(({ record }) => (record.type === 'claim' ? [record.subject] : [])))
  const { rows } = await sql<{ subject: string; id: string }>`
    select subject, id from users where subject = any(${[...subjects]})`.execute(trx)
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}
