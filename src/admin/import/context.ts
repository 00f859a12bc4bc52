import { sql, type Transaction } from 'kysely'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { insertRows, type JsonRow } from '#src/database/insert-rows.ts'
import { requireOneRow } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditChange, type AuditTrail, lockAuditTrail, openAuditTrail } from '#src/records/audit/audit-trail.ts'
import { insertEvents } from '#src/records/audit/events.ts'
import type { Revision } from '#src/text/revisions.ts'
import { formatLineField } from './lines.ts'
import {
  type ArtistOwnedRecord,
  type ArtistRecord,
  getArtistId,
  getAuditSubject,
  type NumberedRecord,
} from './records.ts'

/** Last imported content of each audit subject: the hash of the complete record. */
type ImportedContents = Map<string, Revision>

/** Rows that refer to events, which are inserted before them: in the order in which foreign keys allow it. */
export const rowTables = ['claims', 'interview_entries', 'response_versions'] as const
export type ImportRows = { [T in (typeof rowTables)[number]]: JsonRow<T>[] }

/** An artist under its lock, with what imports have said of it. */
export type OpenArtist = {
  trail: AuditTrail
  known: ImportedContents
  /** When this import added the artist, who has no other rows; undefined for one who was there. */
  addedAt: Date | undefined
}

/** What the artists of a batch have in common. */
export type ImportBatch = {
  trx: Transaction<DB>
  /** Ids of the users that claims of the file name. */
  users: ReadonlyMap<string, string>
  rows: ImportRows
  /** Artists of whom a source was added or changed. */
  artistsWithNewTexts: Set<string>
  /** Resolves when the previous batch is written: a pooler takes one statement at a time. */
  before: Promise<void>
}

/** One record being applied. */
export type ImportContext = ImportBatch & {
  trail: AuditTrail
  addedAt: Date | undefined
  /** Appends the event of the change, with the record's content hash, by which a repeated import is recognized. */
  append(change: Partial<AuditChange> & Pick<AuditChange, 'revision'>): ReturnType<AuditTrail['stage']>
  /** @throws Problem naming the record's line */
  refuse(field: string, reason: string): never
}

/** `content` is the hash of the complete record. */
export function createImportContext(
  batch: ImportBatch,
  { trail, addedAt }: OpenArtist,
  { record, line }: NumberedRecord<ArtistOwnedRecord>,
  content: Revision,
): ImportContext {
  const origin = { content, record: record.type }
  return {
    ...batch,
    trail,
    addedAt,
    append: ({ action = 'record.imported', subject = getAuditSubject(record), revision, details }) =>
      // First, where the canonical order has it for most types: the event is then hashed in half the time.
      trail.stage({ action, subject, revision, details: { import: origin, ...details } }),
    refuse: (field, reason) => {
      throw createInvalidRequest(formatLineField(line, field), reason)
    },
  }
}

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

/** Read once for each artist: the audit trail has no index by subject, and an import may have thousands of records. */
async function loadImportedContents(trx: Transaction<DB>, artistId: string): Promise<ImportedContents> {
  const { rows } = await sql<{ subject: string; content: Revision }>`
    select distinct on (subject) subject, details #>> '{import,content}' as content
    from audit_events
    where artist_id = ${artistId} and details #>> '{import,content}' is not null
    order by subject, seq desc`.execute(trx)
  return new Map(rows.map(({ subject, content }) => [subject, content]))
}
