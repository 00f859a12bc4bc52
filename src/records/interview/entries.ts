import { type Selectable, sql } from 'kysely'
import { prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { InterviewEntries } from '#src/database/tables.gen.ts'
import { computeEntryRevision, type EntryObject, type Revision } from '#src/text/revisions.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'

/** As in the questions' indexes: an unknown instant sorts before all known ones. */
export const offeredAtOrMinusInfinity = sql<Date>`coalesce(offered_at, '-infinity'::timestamptz)`

/** An entry without its answer. No revision changes it. */
export type EntryContent = Pick<
  Selectable<InterviewEntries>,
  'artist_id' | 'id' | 'question_key' | 'question' | 'sitting' | 'source' | 'citations'
>

/** One revision of an entry, named as its columns. */
type EntryRevision = Pick<EntryObject, 'state' | 'answer' | 'previous'> & { revision: Revision }

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

type Trail = Pick<AuditTrail, 'stage'>

/** The place of a question in a sitting; both null outside of one. */
type Place = { session_id: string | null; ordinal: number | null }

/** Offers a question, within a sitting or outside of one: its event, its row, and the write that stores it. */
export function stageOffer(trail: Trail, content: EntryContent, { session_id, ordinal }: Place, details: object = {}) {
  const offer = { ...content, ...createOfferedRevision(content), session_id, ordinal }
  const { instant } = trail.stage({
    action: 'question.offered',
    subject: `entry:${content.id}`,
    revision: offer.revision,
    details: { ...details, sessionId: session_id, ordinal },
  })
  const offered = { ...offer, offered_at: instant, answer_updated_at: null, saved_seq: null }
  const write = insertQuestion({ ...offer, citations: JSON.stringify(content.citations), offered_at: instant })
  return { offered, write }
}

/** Saves the answer to an offered question, or with null its skip: its event, the new row, and the writes. */
export function stageAnswer<Entry extends EntryContent & Place & { revision: Revision }>(
  trail: Trail,
  entry: Entry,
  answer: string | null,
) {
  const next = createNextRevision(entry, answer)
  const event = trail.stage({
    action: answer === null ? 'question.skipped' : 'answer.saved',
    subject: `entry:${entry.id}`,
    revision: next.revision,
    details: { sessionId: entry.session_id, ordinal: entry.ordinal },
  })
  return reviseEntry(entry, next, event)
}

const insertQuestion = prepareInsert('interview_entries', [
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
