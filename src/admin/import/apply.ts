import type { Transaction } from 'kysely'
import { invalid } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditTrail, lockAuditTrail } from '#src/records/audit/audit-trail.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { applyArtist, recordNewArtist } from './apply/artist.ts'
import { applyClaim } from './apply/claim.ts'
import { applyCorrection } from './apply/correction.ts'
import { applyDiscovery } from './apply/discovery.ts'
import { applyLegacyOffer, applyResponse } from './apply/entry.ts'
import { applySource } from './apply/source.ts'
import {
  createImportContext,
  type ImportContext,
  type ImportedContents,
  isAlreadyImported,
  loadImportedContents,
} from './context.ts'
import { formatLineField } from './lines.ts'
import {
  type ArtistOwnedRecord,
  type ArtistRecord,
  getArtistId,
  getAuditSubject,
  type ImportOutcome,
  type NumberedRecord,
} from './records.ts'

/** An artist under its lock, with what imports have said of it. */
type OpenArtist = { trail: AuditTrail; known: ImportedContents; isNew: boolean }

/** Records are applied type by type in this order, then by line, so a file may list them in any order. */
const order = ['artist', 'claim', 'source', 'discovery', 'correction', 'legacyOffer', 'response'] as const

/**
 * Applies the records that belong to artists; `onOutcome` gets the outcome of each.
 * @throws Problem `invalid_request` naming the line that cannot be applied
 */
export async function applyRecords(
  trx: Transaction<DB>,
  records: readonly NumberedRecord<ArtistOwnedRecord>[],
  onOutcome: (record: ArtistOwnedRecord, outcome: ImportOutcome) => void,
): Promise<void> {
  const artists = await openArtists(trx, records)
  for (const type of order) {
    for (const given of records.filter(({ record }) => record.type === type)) {
      const artist = artists.get(getArtistId(given.record))
      if (artist === undefined) throw invalid(formatLineField(given.line, 'artist'), 'names no artist')
      onOutcome(given.record, await apply(trx, artist, given))
    }
  }
}

async function apply(
  trx: Transaction<DB>,
  artist: OpenArtist,
  given: NumberedRecord<ArtistOwnedRecord>,
): Promise<ImportOutcome> {
  const { record } = given
  if (isAlreadyImported(artist.known, record)) return 'unchanged'
  const outcome = await applyByType(createImportContext(trx, artist.trail, given), artist, record)
  artist.known.set(getAuditSubject(record), computeRevision(record))
  return outcome
}

async function applyByType(
  work: ImportContext,
  { isNew }: OpenArtist,
  record: ArtistOwnedRecord,
): Promise<ImportOutcome> {
  switch (record.type) {
    case 'artist':
      return await (isNew ? recordNewArtist(work, record) : applyArtist(work, record))
    case 'claim':
      return await applyClaim(work, record)
    case 'source':
      return await applySource(work, record)
    case 'discovery':
      return await applyDiscovery(work, record)
    case 'correction':
      return await applyCorrection(work, record)
    case 'legacyOffer':
      return await applyLegacyOffer(work, record)
    case 'response':
      return await applyResponse(work, record)
  }
}

/** Locks every artist of the file in the order of ids, so that concurrent imports cannot deadlock. */
async function openArtists(
  trx: Transaction<DB>,
  records: readonly NumberedRecord<ArtistOwnedRecord>[],
): Promise<Map<string, OpenArtist>> {
  const given = new Map(records.map(({ record }) => [getArtistId(record), undefined as ArtistRecord | undefined]))
  for (const { record } of records) if (record.type === 'artist') given.set(record.id, record)
  const opened = new Map<string, OpenArtist>()
  for (const [id, record] of [...given].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isNew = record !== undefined && (await insertArtist(trx, record))
    const trail = await lockAuditTrail(trx, id)
    if (trail !== undefined) opened.set(id, { trail, known: await loadImportedContents(trx, id), isNew })
  }
  return opened
}

/** @returns whether the artist is new */
async function insertArtist(trx: Transaction<DB>, { id, name, bio }: ArtistRecord): Promise<boolean> {
  const added = await trx
    .insertInto('artists')
    .values({ id, name, bio })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
