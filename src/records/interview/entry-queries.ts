import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import type { EntryContent, EntryRevision } from './entry-revision.ts'

type EntryRow = EntryRevision & { artistId: string; entryId: string; savedAt: string; savedSeq: number | null }

/** A question that is asked for the first time, within a sitting or outside of one. */
export type NewQuestion = EntryContent &
  Pick<EntryRevision, 'state' | 'revision'> & { session_id: string | null; ordinal: number | null }

/** Stores an offer. */
export const insertQuestion = ({ citations, ...question }: NewQuestion, { instant }: AuditEvent): BoundQuery<unknown> =>
  insertQuestionRow({ ...question, citations: JSON.stringify(citations), offered_at: instant })

const insertQuestionRow = prepareInsert('interview_entries', [
  ...(['artist_id', 'id', 'question_key', 'question', 'sitting', 'source', 'citations'] as const),
  ...(['state', 'revision', 'session_id', 'ordinal', 'offered_at'] as const),
])

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

/** Stores a version of an answer. */
export const insertVersion = (
  entryId: string,
  { answer, revision, previous }: EntryRevision,
  { number, note }: { number: number; note: string | null },
  { artistId, instant, seq }: AuditEvent,
): BoundQuery<unknown> =>
  insertVersionRow({
    artist_id: artistId,
    entry_id: entryId,
    number,
    revision,
    previous,
    answer: answer as string,
    note,
    saved_at: instant,
    saved_seq: seq,
  })

const insertVersionRow = prepareInsert('response_versions', [
  'artist_id',
  'entry_id',
  'number',
  'revision',
  'previous',
  'answer',
  'note',
  'saved_at',
  'saved_seq',
])
