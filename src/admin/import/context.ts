import { sql, type Transaction } from 'kysely'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { JsonRow } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditChange, AuditTrail } from '#src/records/audit/audit-trail.ts'
import type { Revision } from '#src/text/revisions.ts'
import { formatLineField } from './lines.ts'
import { type ArtistOwnedRecord, getAuditSubject, type NumberedRecord } from './records.ts'

/** Last imported content of each audit subject: the hash of the complete record. */
export type ImportedContents = Map<string, Revision>

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

/** Read once for each artist: the audit trail has no index by subject, and an import may have thousands of records. */
export async function loadImportedContents(trx: Transaction<DB>, artistId: string): Promise<ImportedContents> {
  const { rows } = await sql<{ subject: string; content: Revision }>`
    select distinct on (subject) subject, details #>> '{import,content}' as content
    from audit_events
    where artist_id = ${artistId} and details #>> '{import,content}' is not null
    order by subject, seq desc`.execute(trx)
  return new Map(rows.map(({ subject, content }) => [subject, content]))
}
