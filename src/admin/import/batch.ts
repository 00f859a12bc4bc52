import { sql, type Transaction } from 'kysely'
import { insertRows, type JsonRow } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditChange, type AuditTrail, lockAuditTrail, openAuditTrail } from '#src/records/audit/audit-trail.ts'
import { createInvalidLine } from './lines.ts'
import { type ArtistLine, getArtistId, getAuditSubject } from './records.ts'

/** An artist under its lock, and what is there of records that an import repeats or must not overwrite. */
export type OpenArtist = {
  trail: AuditTrail
  /** When this import added the artist; undefined for one who was there. */
  addedAt: Date | undefined
  /** Last imported content of each audit subject: the hash of the complete record. */
  imported: Map<string, string>
  /** State of each claim, by the user's id. */
  claims: Map<string, string>
  /** Ids of questions and answers. */
  entries: Set<string>
}

/**
 * Adds the artists of a batch who are not there, and locks the others; the ones that the file does not add and the
 * database does not have are left out. New ones need no lock and no reading: no other transaction sees them.
 */
export async function openArtists(
  trx: Transaction<DB>,
  records: readonly ArtistLine[],
): Promise<Map<string, OpenArtist>> {
  const added = await insertArtists(trx, records)
  const opened = new Map<string, OpenArtist>()
  for (const artistId of new Set(records.map(({ record }) => getArtistId(record)))) {
    const addedAt = added.get(artistId)
    const trail =
      addedAt === undefined
        ? await lockAuditTrail(trx, artistId)
        : openAuditTrail(trx, artistId, { headSeq: null, headHash: null, now: addedAt })
    if (trail === undefined) continue
    const present = addedAt === undefined ? await readPresent(trx, artistId) : {}
    opened.set(artistId, { trail, addedAt, imported: new Map(), claims: new Map(), entries: new Set(), ...present })
  }
  return opened
}

/** In the order of their ids, so that two imports wait for each other instead of deadlocking. */
async function insertArtists(trx: Transaction<DB>, records: readonly ArtistLine[]): Promise<Map<string, Date>> {
  const artists = records.flatMap(({ record }) => (record.type === 'artist' ? [record] : []))
  const unique = new Map(artists.map(({ id, name, bio }) => [id, { id, name, bio }]))
  const rows = await insertRows<'artists', { id: string; created_at: Date }>(
    trx,
    'artists',
    [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    { onConflict: sql`on conflict do nothing`, returning: sql`returning id, created_at` },
  )
  return new Map(rows.map(({ id, created_at }) => [id, created_at]))
}

/** Read once for each artist: the audit trail has no index by subject, and an import may have thousands of records. */
async function readPresent(trx: Transaction<DB>, artistId: string) {
  const { rows: imported } = await sql<{ subject: string; content: string }>`
    select distinct on (subject) subject, details #>> '{import,content}' as content
    from audit_events
    where artist_id = ${artistId} and details #>> '{import,content}' is not null
    order by subject, seq desc`.execute(trx)
  const claims = await trx.selectFrom('claims').select(['user_id', 'state']).where('artist_id', '=', artistId).execute()
  const entries = await trx.selectFrom('interview_entries').select('id').where('artist_id', '=', artistId).execute()
  return {
    imported: new Map(imported.map(({ subject, content }) => [subject, content])),
    claims: new Map(claims.map(({ user_id, state }) => [user_id, state])),
    entries: new Set(entries.map(({ id }) => id)),
  }
}

/** Rows of a batch that are inserted together. */
export type ImportRows = { [T in 'claims' | 'interview_entries' | 'response_versions']: JsonRow<T>[] }

/** What the records of a batch have in common. */
export type ImportBatch = {
  trx: Transaction<DB>
  artists: ReadonlyMap<string, OpenArtist>
  rows: ImportRows
  /** Ids of the users that claims of the file name. */
  users: ReadonlyMap<string, string>
}

/** One record being applied. */
export type RecordImport = ImportBatch &
  OpenArtist & {
    /** Appends the event of the change, with the record's content hash, by which a repeated import is recognized. */
    append(change: Partial<AuditChange> & Pick<AuditChange, 'revision'>): ReturnType<AuditTrail['stage']>
    /** @throws Problem naming the record's line */
    refuse(field: string, reason: string): never
  }

/** @param content the hash of the complete record */
export const createRecordImport = (
  work: ImportBatch & OpenArtist,
  { line, record }: ArtistLine,
  content: string,
): RecordImport => ({
  ...work,
  append: ({ action = 'record.imported', subject = getAuditSubject(record), details, ...change }) =>
    work.trail.stage({ action, subject, ...change, details: { import: { content, record: record.type }, ...details } }),
  refuse: (field, reason) => {
    throw createInvalidLine(line, field, reason)
  },
})
