import type { Question, SavedQuestion, Session, StartedSitting } from '#src/contract/types.gen.ts'
import { viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { LegacyOffer, QuestionEntry, Sitting } from './queries.ts'

/** A question with every field (interface, section 2.3); `sitting` is its own, or for a legacy offer the next. */
function viewQuestion(entry: QuestionEntry, sitting: number): Question {
  const offeredAt = viewInstant(entry.offered_at)
  return {
    id: entry.id,
    questionKey: entry.question_key,
    question: entry.question,
    answer: entry.answer,
    state: entry.state,
    revision: entry.revision,
    sitting,
    offeredAt,
    answerUpdatedAt: entry.answer_updated_at === null ? offeredAt : viewInstant(entry.answer_updated_at),
    ordinal: entry.ordinal,
    references: entry.citations,
  }
}

/** The body that carries one question. */
export const viewSavedQuestion = (entry: QuestionEntry, sitting: number): SavedQuestion => ({
  status: 'ok',
  question: viewQuestion(entry, sitting),
})

/** A sitting with the open legacy offers (interface, section 4.1). */
export const viewInterview = (sitting: Sitting, legacyOffers: LegacyOffer[]): StartedSitting => ({
  status: 'ok',
  session: viewSession(sitting),
  legacyOffers: viewLegacyOffers(legacyOffers),
})

export const viewSession = (sitting: Sitting): Session => ({
  id: sitting.id,
  sitting: sitting.sitting,
  state: sitting.state,
  createdAt: viewInstant(sitting.created_at),
  closedAt: viewInstantOrNull(sitting.closed_at),
  questions: sitting.questions.map((question) => viewQuestion(question, sitting.sitting)),
})

/** Each under the number of the sitting that comes next (operations, section 3). */
export const viewLegacyOffers = (offers: LegacyOffer[]) =>
  offers.map((offer) => viewQuestion(offer, offer.next_sitting))
