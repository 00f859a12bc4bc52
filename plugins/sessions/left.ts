import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import type { Left } from '#src/database/change/remembered.ts'
import { wouldRead, wouldReadAfter } from '#src/records/audit/leaves.ts'
import { findForRevise } from '#src/records/interview/revise-query.ts'
import { type MemoryParts, memoryCacheTag } from '#src/records/memory/snapshot.ts'
import { findForOffer, findQuestion, findSitting, type QuestionRow, type SittingRow } from './queries.ts'

/*
 * What the readings of the changes that can follow would answer, once a change of a sitting is kept. A question and its
 * sitting are about the sitting: either is something else once the other has changed. What an offer is decided on is
 * about the mandatory memory too.
 */

/** A sitting that has begun can be finished, and be offered a question. */
export const startLeaves = (asked: ArtistScope, sitting: SittingRow, memory: MemoryParts): Left[] => [
  // It could not have begun with a legacy offer open.
  wouldRead(findSitting({ ...asked, sessionId: sitting.id }), [sitting.id], { sitting, legacyOffers: [] }),
  offerable(asked, sitting, memory),
]

/** A question that was offered can be answered; `found` is what the offer was decided on. */
export const offerLeaves = (
  asked: ArtistScope,
  found: MemoryParts & { sitting: SittingRow },
  question: QuestionRow & { session_id: string },
): Left[] => [
  wouldRead(findQuestion({ ...asked, entryId: question.id }), [question.session_id], {
    question: { ...question, session_state: 'active', memory_sitting: found.sitting.sitting },
  }),
  sittingWith(asked, question.session_id, question),
  offerable(asked, withQuestion(found.sitting, question), found),
]

/** An answer can be revised, and its sitting be finished, or be offered the next question. */
export const answerLeaves = (asked: ArtistScope, question: QuestionRow): Left[] => {
  const { id, state, session_id } = question
  const revise = { current: question, number: 1 }
  return [
    ...(state === 'answered' ? [wouldRead(findForRevise({ ...asked, answerId: id }), [id], revise)] : []),
    ...(session_id === null
      ? []
      : [sittingWith(asked, session_id, question), offerableWith(asked, session_id, question)]),
  ]
}

/** The sitting with a question of it as it stands now. */
const sittingWith = (asked: ArtistScope, sessionId: string, question: QuestionRow): Left =>
  wouldReadAfter(findSitting({ ...asked, sessionId }), [sessionId], ({ sitting, ...rest }) => ({
    ...rest,
    sitting: sitting && withQuestion(sitting, question),
  }))

/** What the next offer of a sitting is decided on. */
const offerable = (
  asked: ArtistScope,
  sitting: SittingRow,
  { latestAnswer, corrections, boundaries }: MemoryParts,
): Left =>
  wouldRead(findForOffer({ ...asked, sessionId: sitting.id }), [sitting.id, memoryCacheTag], {
    ...{ sitting, latestAnswer, corrections, boundaries },
  })

/** The same with a question as it stands now, which, where it is answered, has the newest answer. */
const offerableWith = (asked: ArtistScope, sessionId: string, question: QuestionRow): Left =>
  wouldReadAfter(findForOffer({ ...asked, sessionId }), [sessionId, memoryCacheTag], ({ sitting, ...rest }) => ({
    ...rest,
    sitting: sitting && withQuestion(sitting, question),
    ...(question.state === 'answered' && { latestAnswer: { entryId: question.id, revision: question.revision } }),
  }))

const withQuestion = (sitting: SittingRow, question: QuestionRow): SittingRow => ({
  ...sitting,
  questions: [...sitting.questions.filter(({ id }) => id !== question.id), question].toSorted(byOrdinal),
})

const byOrdinal = (one: QuestionRow, other: QuestionRow) => (one.ordinal ?? 0) - (other.ordinal ?? 0)
