import { sql, type Transaction } from 'kysely'
import { insertRows } from '#src/database/insert-rows.ts'
import { requireOneRow } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { lockAuditTrail, openAuditTrail } from '#src/records/audit/audit-trail.ts'
import { insertEvents } from '#src/records/audit/events.ts'
import { loadImportedContents, type OpenArtist } from './context.ts'
import { type ArtistOwnedRecord, type ArtistRecord, getArtistId, type NumberedRecord } from './records.ts'

/**
 * Adds the artists of a batch who are not there, and locks the others; the ones that the file does not add and the
 * database does not have are left out. New ones need no lock and no reading: no other transaction sees them.
 */
export async function openArtists(
  trx: Transaction<DB>,
  records: readonly NumberedRecord<ArtistOwnedRecord>[],
): Promise<Map<string, OpenArtist>> {
  if (records.length === 0) return new Map()
  const added = await insertArtists(
    trx,
    records.flatMap(({ record }) => (record.type === 'artist' ? [record] : [])),
  )
  const { now } = requireOneRow(
    (await sql<{ now: Date }>`select date_trunc('milliseconds', clock_timestamp()) as now`.execute(trx)).rows,
  )
  const opened = new Map<string, OpenArtist>()
  for (const id of new Set(records.map(({ record }) => getArtistId(record)))) {
    const addedAt = added.get(id)
    if (addedAt !== undefined) {
      const trail = openAuditTrail(id, {
        actor: null,
        head: { headSeq: null, headHash: null, now },
        insert: (events) => insertEvents(trx, events),
      })
      opened.set(id, { trail, known: new Map(), addedAt })
      continue
    }
    const trail = await lockAuditTrail(trx, id)
    if (trail !== undefined) opened.set(id, { trail, known: await loadImportedContents(trx, id), addedAt })
  }
  return opened
}

/** In the order of their ids, so that two imports wait for each other instead of deadlocking. */
async function insertArtists(trx: Transaction<DB>, records: ArtistRecord[]): Promise<Map<string, Date>> {
  const unique = new Map(records.map(({ id, name, bio }) => [id, { id, name, bio }]))
  const rows = await insertRows<'artists', { id: string; created_at: Date }>(
    trx,
    'artists',
    [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    { onConflict: sql`on conflict do nothing`, returning: sql`returning id, created_at` },
  )
  return new Map(rows.map(({ id, created_at }) => [id, created_at]))
}
