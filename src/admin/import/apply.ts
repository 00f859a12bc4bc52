import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { insertRows } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { insertEvents } from '#src/records/audit/events.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { applyArtist, applyClaim } from './apply/artist.ts'
import { applyCorrection } from './apply/correction.ts'
import { applyDiscovery } from './apply/discovery.ts'
import { applyLegacyOffer, applyResponse } from './apply/entry.ts'
import { applySource } from './apply/source.ts'
import {
  createImportContext,
  type ImportBatch,
  type ImportContext,
  type OpenArtist,
  openArtists,
  rowTables,
} from './context.ts'
import { formatLineField } from './lines.ts'
import {
  type ArtistOwnedRecord,
  getArtistId,
  getAuditSubject,
  type ImportOutcome,
  type NumberedRecord,
} from './records.ts'

type Applier<R> = {
  apply(work: ImportContext, record: R): Promise<ImportOutcome>
  /** Applied to an artist of this import without a statement of its own. */
  inMemory?: true
}

/** Records are applied type by type in this order, then by line, so a file may list them in any order. */
const appliers: { [R in ArtistOwnedRecord as R['type']]: Applier<R> } = {
  artist: { apply: applyArtist, inMemory: true },
  claim: { apply: applyClaim, inMemory: true },
  source: { apply: applySource },
  discovery: { apply: applyDiscovery },
  correction: { apply: applyCorrection },
  legacyOffer: { apply: applyLegacyOffer, inMemory: true },
  response: { apply: applyResponse, inMemory: true },
}

/** Records of one batch, unless one artist has more: what is computed of them waits in memory to be inserted. */
const batchRecords = 2_000

/** After so many the event loop may send the next statement of the previous batch, for which the server waits. */
const recordsPerIteration = 50

/**
 * Applies the records that belong to artists, in batches of artists; `onOutcome` gets the outcome of each.
 * @returns the artists of whom a source was added or changed
 * @throws Problem `invalid_request` naming the line that cannot be applied
 */
export async function applyRecords(
  trx: Transaction<DB>,
  records: readonly NumberedRecord<ArtistOwnedRecord>[],
  onOutcome: (record: ArtistOwnedRecord, outcome: ImportOutcome) => void,
): Promise<ReadonlySet<string>> {
  const artistsWithNewTexts = new Set<string>()
  const users = await findUsers(trx, records)
  const batches = [...splitBatches(records)]
  let pendingWrite = Promise.resolve()
  let artists = await openArtists(trx, batches[0] ?? [])
  try {
    for (const [at, numbered] of batches.entries()) {
      const batch = {
        trx,
        users,
        artistsWithNewTexts,
        before: pendingWrite,
        rows: { claims: [], interview_entries: [], response_versions: [] },
      }
      const inOrder = Object.keys(appliers).flatMap((type) => numbered.filter(({ record }) => record.type === type))
      for (const [done, one] of inOrder.entries()) {
        if (done % recordsPerIteration === 0) await nextIteration()
        onOutcome(one.record, await apply(batch, artists, one))
      }
      await pendingWrite
      const next = await openArtists(trx, batches[at + 1] ?? [])
      // The server writes this batch while the next one is computed.
      pendingWrite = write(batch, artists)
      pendingWrite.catch(() => {})
      artists = next
    }
    await pendingWrite
    return artistsWithNewTexts
  } finally {
    // The transaction must not end under a statement.
    await pendingWrite.catch(() => {})
  }
}

/** Whole artists in the order of their ids, so that concurrent imports wait for each other; records by line. */
function* splitBatches(records: readonly NumberedRecord<ArtistOwnedRecord>[]) {
  const byArtist = [...Map.groupBy(records, ({ record }) => getArtistId(record))]
  let batch: NumberedRecord<ArtistOwnedRecord>[] = []
  for (const [, ofArtist] of byArtist.sort(([a], [b]) => (a < b ? -1 : 1))) {
    batch = batch.concat(ofArtist)
    if (batch.length < batchRecords) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function apply(
  batch: ImportBatch,
  artists: ReadonlyMap<string, OpenArtist>,
  numbered: NumberedRecord<ArtistOwnedRecord>,
): Promise<ImportOutcome> {
  const { record } = numbered
  const artist = artists.get(getArtistId(record))
  if (artist === undefined) throw createInvalidRequest(formatLineField(numbered.line, 'artist'), 'names no artist')
  const [subject, content] = [getAuditSubject(record), computeRevision(record)]
  // The last import of this subject had exactly this content, whatever changed since.
  if (artist.known.get(subject) === content) return 'unchanged'
  const applier: Applier<never> = appliers[record.type]
  if (artist.addedAt === undefined || !applier.inMemory) await batch.before
  const outcome = await applier.apply(createImportContext(batch, artist, numbered, content), record as never)
  artist.known.set(subject, content)
  return outcome
}

/** The events first, to which rows refer. */
async function write({ trx, rows }: ImportBatch, artists: ReadonlyMap<string, OpenArtist>): Promise<void> {
  await insertEvents(
    trx,
    [...artists.values()].flatMap(({ trail }) => trail.take()),
  )
  for (const table of rowTables) await insertRows(trx, table, rows[table])
}

async function findUsers(
  trx: Transaction<DB>,
  records: readonly NumberedRecord<ArtistOwnedRecord>[],
): Promise<Map<string, string>> {
  const subjects = new Set(records.flatMap(({ record }) => (record.type === 'claim' ? [record.subject] : [])))
  const { rows } = await sql<{ subject: string; id: string }>`
    select subject, id from users where subject = any(${[...subjects]})`.execute(trx)
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}
