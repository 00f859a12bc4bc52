import { sql } from 'kysely'
import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import type { EntryContent, EntryRevision } from './entry-revision.ts'

/** As in the questions' indexes: an unknown instant sorts before all known ones. */
export const offeredAtOrMinusInfinity = sql<Date>`coalesce(offered_at, '-infinity'::timestamptz)`

/** A question that is asked for the first time, within a sitting or outside of one. */
export type NewQuestion = EntryContent &
  Pick<EntryRevision, 'state' | 'revision'> & { session_id: string | null; ordinal: number | null }

/** Stores an offer. */
export const insertQuestion = (question: NewQuestion, { instant }: AuditEvent): BoundQuery<unknown> =>
  insertQuestionRow({ ...question, citations: JSON.stringify(question.citations), offered_at: instant })

const insertQuestionRow = prepareInsert('interview_entries', [
  ...(['artist_id', 'id', 'question_key', 'question', 'sitting', 'source', 'citations'] as const),
  ...(['state', 'revision', 'session_id', 'ordinal', 'offered_at'] as const),
])

/** An entry to which a revision was applied. */
type RevisedEntry = EntryRevision & {
  artist_id: string
  id: string
  answer_updated_at: string
  saved_seq: number | null
}

/** Writes an entry's next revision. */
export const updateEntry = prepareQuery((db, entry: RevisedEntry) =>
  db
    .updateTable('interview_entries')
    .set({
      state: entry.state,
      answer: entry.answer,
      revision: entry.revision,
      previous: entry.previous,
      answer_updated_at: entry.answer_updated_at,
      saved_seq: entry.saved_seq,
    })
    .where('artist_id', '=', entry.artist_id)
    .where('id', '=', entry.id)
    .compile(),
)

type NewVersion = RevisedEntry & { answer: string; saved_seq: number; number: number; note: string | null }

/** Stores the answer of an entry's next revision as a version. */
export const insertVersion = prepareQuery((db, version: NewVersion) =>
  db
    .insertInto('response_versions')
    .values({
      artist_id: version.artist_id,
      entry_id: version.id,
      number: version.number,
      revision: version.revision,
      previous: version.previous,
      answer: version.answer,
      note: version.note,
      saved_at: version.answer_updated_at,
      saved_seq: version.saved_seq,
    })
    .compile(),
)
