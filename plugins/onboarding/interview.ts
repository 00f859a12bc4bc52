import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import type { InterviewAnswerTurn } from '#src/contract/types.gen.ts'
import { runQuery } from '#src/database/query.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { stageAnswer, stageOffer } from '#src/records/interview/entries.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { listOfferedQuestions, type OnboardingEntry } from './queries.ts'
import { findCurrentStep, questions, requireCurrentStep } from './rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from './transaction.ts'

/**
 * Saves the exact answer to an offered question, or its skip. Repeating the saved answer succeeds at any step; another
 * text is refused, because an answer is changed only by a revise, which keeps its versions (interface, section 4.3).
 */
export const answerQuestion = (turn: InterviewAnswerTurn, context: TurnContext): Promise<void> =>
  runInTransaction(context, async (tx) => {
    const offered = await listOfferedQuestions(tx.trx, tx.artistId)
    const entry = offered.find(({ question_key }) => question_key === turn.questionKey)
    // The answer may have been saved elsewhere, where no next question was asked.
    if (entry !== undefined && isSaved(entry, turn))
      return findCurrentStep(context.steps) === 'interview' ? offerNextQuestion(tx) : undefined
    requireCurrentStep(turn.type, context.steps)
    if (entry === undefined) throw new Problem('not_found', { message: 'This question was not asked' })
    if (entry.state !== 'offered') throw new Problem('state_changed', { message: answeredBefore })
    const { writes } = stageAnswer(tx, entry, turn.answer)
    await tx.flush()
    for (const write of writes) await runQuery(tx.trx, write)
    await offerNextQuestion(tx)
  })

const answeredBefore = 'This question is answered already. You can change the answer among your saved responses.'

function isSaved({ question, state, answer }: OnboardingEntry, turn: InterviewAnswerTurn): boolean {
  if (turn.question !== undefined && turn.question !== question)
    throw createInvalidRequest('question', 'is not what was asked')
  return turn.answer === null ? state === 'skipped' : answer === turn.answer
}

/**
 * Asks the next question, unless one is open; after the last, the step `interview` is completed and Lore gets to read
 * the answers. A question is stored when it is asked, so that it stays as it was shown.
 */
export async function offerNextQuestion(tx: TurnTransaction): Promise<void> {
  const { trx, artistId, newId, now } = tx
  const offered = await listOfferedQuestions(trx, artistId)
  if (offered.some(({ state }) => state === 'offered')) return
  const next = questions.find(({ key }) => offered.every(({ question_key }) => question_key !== key))
  if (next === undefined) {
    await tx.updateOnboarding({ interview_at: now })
    if (offered.some(({ state }) => state === 'answered')) tx.write(upsertJob(newLoreRefresh(artistId, newId())))
    return
  }
  const { key: question_key, question } = next
  const entry = { artist_id: artistId, id: newId(), question_key, question, sitting: null, citations: [] }
  const content = { ...entry, source: 'onboarding' as const }
  tx.write(stageOffer(tx, content, { session_id: null, ordinal: null }).write)
}
