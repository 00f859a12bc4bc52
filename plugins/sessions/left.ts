import { wouldRead, wouldReadAfter } from '#src/audit/leaves.ts'
import type { ForArtist } from '#src/callers/authority.ts'
import type { Left } from '#src/database/remembered.ts'
import { findForRevise } from '#src/interview/revising.ts'
import { findQuestion, findSitting, type QuestionRow, type SittingRow } from './queries.ts'

/*
 * What the readings of the changes that can follow would answer, once a change of a sitting is kept. A question and its sitting are about the sitting:
 * either is something else once the other has changed.
 */

/** A sitting that has begun can be finished. */
export const startLeaves = (asked: ForArtist, sitting: SittingRow): Left[] => [
  // It could not have begun with a legacy offer open.
  wouldRead(findSitting({ ...asked, sessionId: sitting.id }), sitting.id, { sitting, legacyOffers: [] }),
]

/** A question that was offered can be answered. */
export const offerLeaves = (asked: ForArtist, question: QuestionRow & { session_id: string }): Left[] => [
  wouldRead(findQuestion({ ...asked, entryId: question.id }), question.session_id, {
    question: { ...question, session_state: 'active' },
  }),
  sittingWith(asked, question.session_id, question),
]

/** An answer can be revised, and its sitting be finished. */
export const answerLeaves = (asked: ForArtist, question: QuestionRow): Left[] => {
  const { id, state, session_id } = question
  const revise = { current: question, number: 1 }
  return [
    ...(state === 'answered' ? [wouldRead(findForRevise({ ...asked, answerId: id }), id, revise)] : []),
    ...(session_id === null ? [] : [sittingWith(asked, session_id, question)]),
  ]
}

/** The sitting with a question of it as it stands now. */
const sittingWith = (asked: ForArtist, sessionId: string, question: QuestionRow): Left =>
  wouldReadAfter(findSitting({ ...asked, sessionId }), sessionId, ({ sitting, ...rest }) => ({
    ...rest,
    sitting: sitting && {
      ...sitting,
      questions: [...sitting.questions.filter(({ id }) => id !== question.id), question].toSorted(byOrdinal),
    },
  }))

const byOrdinal = (one: QuestionRow, other: QuestionRow) => (one.ordinal ?? 0) - (other.ordinal ?? 0)
