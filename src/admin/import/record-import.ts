import type { Transaction } from 'kysely'
import type { JsonRow } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditChange, AuditTrail } from '#src/records/audit/audit-trail.ts'
import { createInvalidLine } from './lines.ts'
import type { OpenArtist } from './open-artists.ts'
import { type ArtistRecord, getAuditSubject, type NumberedRecord } from './records.ts'

/** Rows of a batch that are inserted together. */
export type ImportRows = { [T in 'claims' | 'interview_entries' | 'response_versions']: JsonRow<T>[] }

/** What the records of a batch have in common. */
export type ImportBatch = {
  trx: Transaction<DB>
  artists: ReadonlyMap<string, OpenArtist>
  rows: ImportRows
  /** Ids of the users that claims of the file name. */
  users: ReadonlyMap<string, string>
  /** Artists of whom a source was added or changed. */
  artistsWithNewTexts: Set<string>
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
  { line, record }: NumberedRecord<ArtistRecord>,
  content: string,
): RecordImport => ({
  ...work,
  append: ({ action = 'record.imported', subject = getAuditSubject(record), details, ...change }) =>
    work.trail.stage({ action, subject, ...change, details: { import: { content, record: record.type }, ...details } }),
  refuse: (field, reason) => {
    throw createInvalidLine(line, field, reason)
  },
})
