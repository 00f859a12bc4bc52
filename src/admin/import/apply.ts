import { sql, type Transaction } from 'kysely'
import { insertRows } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditEvent, insertEvents } from '#src/records/audit/events.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { applyArtist, applyClaim } from './apply/artist.ts'
import { applyCorrection } from './apply/correction.ts'
import { applyDiscovery } from './apply/discovery.ts'
import { applyLegacyOffer, applyResponse } from './apply/entry.ts'
import { applySource } from './apply/source.ts'
import { createInvalidLine } from './lines.ts'
import {
  createRecordImport,
  type ImportContext,
  type OpenArtist,
  openArtist,
  type RecordImport,
} from './open-artist.ts'
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

/** Events kept in memory with their rows, more only for one artist: a statement inserts those of many artists. */
const eventsMax = 2_000

/**
 * Applies the records that belong to artists; `onOutcome` gets the outcome of each. Artists are added, then opened one
 * after the other, in the order of their ids, so that concurrent imports wait for each other instead of deadlocking.
 * @throws Problem `invalid_request` naming the line that cannot be applied
 */
export async function applyRecords(
  trx: Transaction<DB>,
  records: readonly ArtistLine[],
  onOutcome: (outcome: ImportOutcome) => void,
): Promise<void> {
  const context: ImportContext = {
    users: await findUsers(trx, records),
    rows: { claims: [], interview_entries: [], response_versions: [] },
  }
  const events: AuditEvent[] = []
  const addedAt = await insertArtists(trx, records)
  const byArtist = [...Map.groupBy(records, ({ record }) => getArtistId(record))].sort(compareIds)
  for (const [artistId, lines] of byArtist) {
    const artist = await openArtist(trx, artistId, addedAt.get(artistId))
    if (artist === undefined) throw createInvalidLine(lines[0]?.line ?? 0, 'artist', 'names no artist')
    for (const type of Object.keys(appliers)) {
      for (const one of lines.filter(({ record }) => record.type === type))
        onOutcome(await apply({ ...artist, ...context }, one))
    }
    events.push(...artist.trail.take())
    if (events.length >= eventsMax) await write(trx, events, context)
  }
  await write(trx, events, context)
}

const compareIds = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

/** @returns when each was added, except those who were there */
async function insertArtists(trx: Transaction<DB>, records: readonly ArtistLine[]): Promise<Map<string, Date>> {
  const artists = records.flatMap(({ record }) => (record.type === 'artist' ? [record] : []))
  const unique = new Map(artists.map(({ id, name, bio }) => [id, { id, name, bio }]))
  const rows = await insertRows<'artists', { id: string; created_at: Date }>(
    trx,
    'artists',
    [...unique].sort(compareIds).map(([, row]) => row),
    { onConflict: sql`on conflict do nothing`, returning: sql`returning id, created_at` },
  )
  return new Map(rows.map(({ id, created_at }) => [id, created_at]))
}

async function apply(work: OpenArtist & ImportContext, { line, record }: ArtistLine): Promise<ImportOutcome> {
  const [subject, content] = [getAuditSubject(record), computeRevision(record)]
  // The last import of this subject had exactly this content, whatever changed since.
  if (work.imported.get(subject) === content) return 'unchanged'
  const applyRecord: Applier<never> = appliers[record.type]
  const outcome = await applyRecord(createRecordImport(work, { line, record }, content), record as never)
  work.imported.set(subject, content)
  return outcome
}

/** The events first, to which rows refer; then in the order of the foreign keys. */
async function write(trx: Transaction<DB>, events: AuditEvent[], { rows }: ImportContext): Promise<void> {
  await insertEvents(trx, events.splice(0))
  const onConflict = sql`
    on conflict (artist_id, user_id) do update set state = excluded.state, decided_at = excluded.decided_at`
  await insertRows(trx, 'claims', rows.claims.splice(0), { onConflict })
  await insertRows(trx, 'interview_entries', rows.interview_entries.splice(0))
  await insertRows(trx, 'response_versions', rows.response_versions.splice(0))
}

async function findUsers(trx: Transaction<DB>, records: readonly ArtistLine[]): Promise<Map<string, string>> {
  const subjects = new Set(records.flatMap(({ record }) => (record.type === 'claim' ? [record.subject] : [])))
  const { rows } = await sql<{ subject: string; id: string }>`
    select subject, id from users where subject = any(${[...subjects]})`.execute(trx)
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}
