import type { Selectable } from 'kysely'
import type { InterviewEntries } from '#src/database/tables.gen.ts'
import { type EntryObject, type HashedReference, type Revision, revisionOfEntry } from '#src/text/revisions.ts'

/** What an entry says besides its answer. No step changes it. */
export type EntryContent = Pick<
  Selectable<InterviewEntries>,
  'artist_id' | 'id' | 'question_key' | 'question' | 'sitting' | 'source' | 'citations'
>

/** An entry as it stands: its content and the revision that the next step follows. */
export type EntryState = EntryContent & { revision: Revision }

/** One link of an entry's chain, under the names of the columns it is written to. */
export type Step = Pick<EntryObject, 'state' | 'answer' | 'previous'> & { revision: Revision }

/** The first link of a question that is asked here. */
export const offeredStep = (entry: EntryContent): Step => stepOf(entry, 'offered', null, null)

/** The link an answer adds: the first answer and every later wording alike. */
export const answeredStep = (entry: EntryState, answer: string): Step =>
  stepOf(entry, 'answered', answer, entry.revision)

/** An entry as it stands once its step is kept under an event's number and instant. */
export const afterStep = <Entry extends EntryState>(
  entry: Entry,
  step: Step,
  { seq, instant }: { seq: number; instant: string },
) => ({
  ...entry,
  ...step,
  answer_updated_at: instant,
  saved_seq: step.answer === null ? null : seq,
})

/** The link a skip adds, whether it was asked for or came with the finish. */
export const skippedStep = (entry: EntryState): Step => stepOf(entry, 'skipped', null, entry.revision)

function stepOf(entry: EntryContent, state: Step['state'], answer: string | null, previous: Revision | null): Step {
  const { artist_id: artistId, id: entryId, question_key: questionKey, question, sitting } = entry
  // The columns' types are wider than what is ever written to them: the table's CHECK and the contract see to that.
  const source = entry.source as EntryObject['source']
  const references = entry.citations as HashedReference[]
  const revision = revisionOfEntry({
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
