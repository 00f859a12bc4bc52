import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import type { EntryRevision } from './entry-revision.ts'

type EntryRow = EntryRevision & { artistId: string; entryId: string; savedAt: string; savedSeq: number | null }

/** Writes an entry's next revision. */
export const updateEntry = (
  entryId: string,
  entryRevision: EntryRevision,
  { artistId, instant, seq }: AuditEvent,
): BoundQuery<unknown> =>
  updateEntryRow({
    ...entryRevision,
    artistId,
    entryId,
    savedAt: instant,
    savedSeq: entryRevision.answer === null ? null : seq,
  })

const updateEntryRow = prepareQuery((db, entryRevision: EntryRow) =>
  db
    .updateTable('interview_entries')
    .set({
      state: entryRevision.state,
      answer: entryRevision.answer,
      revision: entryRevision.revision,
      previous: entryRevision.previous,
      answer_updated_at: entryRevision.savedAt,
      saved_seq: entryRevision.savedSeq,
    })
    .where('artist_id', '=', entryRevision.artistId)
    .where('id', '=', entryRevision.entryId)
    .compile(),
)

type VersionRow = EntryRevision & {
  artistId: string
  entryId: string
  number: number
  note: string | null
  savedAt: string
  savedSeq: number
}

/** Stores a version of an answer. */
export const insertVersion = (
  entryId: string,
  entryRevision: EntryRevision,
  { number, note }: { number: number; note: string | null },
  { artistId, instant, seq }: AuditEvent,
): BoundQuery<unknown> =>
  insertVersionRow({ ...entryRevision, artistId, entryId, number, note, savedAt: instant, savedSeq: seq })

const insertVersionRow = prepareQuery((db, version: VersionRow) =>
  db
    .insertInto('response_versions')
    .values({
      artist_id: version.artistId,
      entry_id: version.entryId,
      number: version.number,
      revision: version.revision,
      previous: version.previous,
      answer: version.answer as string,
      note: version.note,
      saved_at: version.savedAt,
      saved_seq: version.savedSeq,
    })
    .compile(),
)
