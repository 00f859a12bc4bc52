import type { Selectable } from 'kysely'
import type { InterviewEntries } from '#src/database/tables.gen.ts'
import { computeEntryRevision, type EntryObject, type HashedReference, type Revision } from '#src/text/revisions.ts'

/** An entry without its answer. No revision changes it. */
export type EntryContent = Pick<
  Selectable<InterviewEntries>,
  'artist_id' | 'id' | 'question_key' | 'question' | 'sitting' | 'source' | 'citations'
>

/** One revision of an entry, named as its columns. */
export type EntryRevision = Pick<EntryObject, 'state' | 'answer' | 'previous'> & { revision: Revision }

/** The first revision of an offered question. */
export const createOfferedRevision = (entry: EntryContent): EntryRevision =>
  createRevision(entry, 'offered', null, null)

/** The revision of an answer, first or later; null is a skip, by request or by the finish. */
export const createNextRevision = (
  entry: EntryContent & { revision: Revision },
  answer: string | null,
): EntryRevision => createRevision(entry, answer === null ? 'skipped' : 'answered', answer, entry.revision)

/** The entry after its revision was committed with an event's number and instant. */
export const applyRevision = <Entry extends EntryContent>(
  entry: Entry,
  next: EntryRevision,
  { seq, instant }: { seq: number; instant: string },
) => ({ ...entry, ...next, answer_updated_at: instant, saved_seq: next.answer === null ? null : seq })

function createRevision(
  entry: EntryContent,
  state: EntryRevision['state'],
  answer: string | null,
  previous: Revision | null,
): EntryRevision {
  const { artist_id: artistId, id: entryId, question_key: questionKey, question, sitting } = entry
  // Wider column types than the CHECK constraint and the contract allow.
  const source = entry.source as EntryObject['source']
  const references = entry.citations as HashedReference[]
  const content = { artistId, entryId, questionKey, question, sitting, source, references }
  return { state, answer, revision: computeEntryRevision({ ...content, state, answer, previous }), previous }
}
