import type { Selectable } from 'kysely'
import type { InterviewEntries } from '#src/database/tables.gen.ts'
import { computeEntryRevision, type EntryObject, type HashedReference, type Revision } from '#src/text/revisions.ts'

/** What an entry says besides its answer. No step changes it. */
export type EntryContent = Pick<
  Selectable<InterviewEntries>,
  'artist_id' | 'id' | 'question_key' | 'question' | 'sitting' | 'source' | 'citations'
>

/** An entry as it stands: its content and the revision that the next step follows. */
export type EntryState = EntryContent & { revision: Revision }

/** One link of an entry's chain, under the names of the columns it is written to. */
export type EntryRevision = Pick<EntryObject, 'state' | 'answer' | 'previous'> & { revision: Revision }

/** The first link of a question that is asked here. */
export const createOfferedRevision = (entry: EntryContent): EntryRevision => stepOf(entry, 'offered', null, null)

/** The link an answer adds: the first answer and every later wording alike. */
export const createAnsweredRevision = (entry: EntryState, answer: string): EntryRevision =>
  stepOf(entry, 'answered', answer, entry.revision)

/** An entry as it stands once its step is kept under an event's number and instant. */
export const applyRevision = <Entry extends EntryState>(
  entry: Entry,
  step: EntryRevision,
  { seq, instant }: { seq: number; instant: string },
) => ({
  ...entry,
  ...step,
  answer_updated_at: instant,
  saved_seq: step.answer === null ? null : seq,
})

/** The link a skip adds, whether it was asked for or came with the finish. */
export const createSkippedRevision = (entry: EntryState): EntryRevision =>
  stepOf(entry, 'skipped', null, entry.revision)

function stepOf(
  entry: EntryContent,
  state: EntryRevision['state'],
  answer: string | null,
  previous: Revision | null,
): EntryRevision {
  const { artist_id: artistId, id: entryId, question_key: questionKey, question, sitting } = entry
  // The columns' types are wider than what is ever written to them: the table's CHECK and the contract see to that.
  const source = entry.source as EntryObject['source']
  const references = entry.citations as HashedReference[]
  const revision = computeEntryRevision({
    artistId,
    entryId,
    questionKey,
    question,
    sitting,
    source,
    references,
    state,
    answer,
    previous,
  })
  return { state, answer, revision, previous }
}
