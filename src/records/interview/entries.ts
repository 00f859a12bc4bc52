import { type Selectable, sql } from 'kysely'
import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { InterviewEntries } from '#src/database/tables.gen.ts'
import { computeEntryRevision, type EntryObject, type Revision } from '#src/text/revisions.ts'
import type { AuditEvent } from '../audit/events.ts'

/** As in the questions' indexes: an unknown instant sorts before all known ones. */
export const offeredAtOrMinusInfinity = sql<Date>`coalesce(offered_at, '-infinity'::timestamptz)`

/** An entry without its answer. No revision changes it. */
export type EntryContent = Pick<
  Selectable<InterviewEntries>,
  'artist_id' | 'id' | 'question_key' | 'question' | 'sitting' | 'source' | 'citations'
>

/** One revision of an entry, named as its columns. */
export type EntryRevision = Pick<EntryObject, 'state' | 'answer' | 'previous'> & { revision: Revision }

/** The first revision of an offered question. */
export const createOfferedRevision = (entry: EntryContent): EntryRevision =>
  createRevision(entry, { state: 'offered', answer: null, previous: null })

/** The revision of an answer, first or later; null is a skip, by request or by the finish. */
export const createNextRevision = (entry: EntryContent & { revision: Revision }, answer: string | null) =>
  createRevision(entry, { state: answer === null ? 'skipped' : 'answered', answer, previous: entry.revision })

function createRevision(entry: EntryContent, step: Omit<EntryRevision, 'revision'>): EntryRevision {
  const { artist_id: artistId, id: entryId, question_key: questionKey, question, sitting } = entry
  const { source, citations: references } = entry
  const content = { artistId, entryId, questionKey, question, sitting, source, references }
  return { ...step, revision: computeEntryRevision({ ...content, ...step }) }
}

/** A question that is asked for the first time, within a sitting or outside of one. */
type NewQuestion = EntryContent & EntryRevision & { session_id: string | null; ordinal: number | null }

/** Stores an offer. */
export const insertQuestion = (question: NewQuestion, { instant }: AuditEvent): BoundQuery<unknown> =>
  insertQuestionRow({ ...question, citations: JSON.stringify(question.citations), offered_at: instant })

const insertQuestionRow = prepareInsert('interview_entries', [
  ...(['artist_id', 'id', 'question_key', 'question', 'sitting', 'source', 'citations'] as const),
  ...(['state', 'revision', 'session_id', 'ordinal', 'offered_at'] as const),
])

/** The entry in its next revision, of an event, and the writes that store it; an answer is a version as well. */
export function reviseEntry<Entry extends EntryContent>(
  entry: Entry,
  next: EntryRevision,
  { seq, instant }: AuditEvent,
  version: { number: number; note: string | null } = { number: 1, note: null },
) {
  const { answer } = next
  const revised = { ...entry, ...next, answer_updated_at: instant, saved_seq: answer === null ? null : seq }
  const { artist_id, id: entry_id, revision, previous } = revised
  const saved = { artist_id, entry_id, revision, previous, saved_at: instant, saved_seq: seq, ...version }
  return { revised, writes: [updateEntry(revised), ...(answer === null ? [] : [insertVersion({ ...saved, answer })])] }
}

type RevisedEntry = EntryContent & EntryRevision & { answer_updated_at: string; saved_seq: number | null }

const updateEntry = prepareQuery((db, entry: RevisedEntry) =>
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

const insertVersion = prepareInsert('response_versions', [
  ...(['artist_id', 'entry_id', 'number', 'revision', 'previous'] as const),
  ...(['answer', 'note', 'saved_at', 'saved_seq'] as const),
])
