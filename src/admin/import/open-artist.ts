import { sql, type Transaction } from 'kysely'
import type { JsonRow } from '#src/database/insert-rows.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AuditChange, type AuditTrail, lockAuditTrail, openAuditTrail } from '#src/records/audit/audit-trail.ts'
import { createInvalidLine } from './lines.ts'
import { type ArtistLine, getAuditSubject } from './records.ts'

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
 * Locks an artist who was there; undefined when there is none. One who was added needs no lock and no reading: no other
 * transaction sees it.
 */
export async function openArtist(
  trx: Transaction<DB>,
  artistId: string,
  addedAt: Date | undefined,
): Promise<OpenArtist | undefined> {
  if (addedAt !== undefined) {
    const trail = openAuditTrail(trx, artistId, { headSeq: null, headHash: null, now: addedAt })
    return { trail, addedAt, imported: new Map(), claims: new Map(), entries: new Set() }
  }
  const trail = await lockAuditTrail(trx, artistId)
  return trail && { trail, addedAt, ...(await readPresent(trx, artistId)) }
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

/** What the records of all artists have in common. */
export type ImportContext = {
  /** Ids of the users that claims of the file name. */
  users: ReadonlyMap<string, string>
  /** Rows that are inserted together, for many artists. */
  rows: { [T in 'claims' | 'interview_entries' | 'response_versions']: JsonRow<T>[] }
}

/** One record being applied. */
export type RecordImport = OpenArtist &
  ImportContext & {
    /** Appends the event of the change, with the record's content hash, by which a repeated import is recognized. */
    append(change: Partial<AuditChange> & Pick<AuditChange, 'revision'>): ReturnType<AuditTrail['stage']>
    /** @throws Problem naming the record's line */
    refuse(field: string, reason: string): never
  }

/** @param content the hash of the complete record */
export const createRecordImport = (
  work: OpenArtist & ImportContext,
  { line, record }: ArtistLine,
  content: string,
): RecordImport => ({
  ...work,
  append: ({ action = 'record.imported', subject = getAuditSubject(record), details, ...change }) =>
    work.trail.stage({
      action,
      subject,
      ...change,
      details: { import: { content, record: record.type }, ...details },
    }),
  refuse: (field, reason) => {
    throw createInvalidLine(line, field, reason)
  },
})
