import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import type { InterviewAnswerTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { runQuery } from '#src/database/query.ts'
import { insertQuestion, insertVersion, updateEntry } from '#src/records/interview/entry-queries.ts'
import {
  createAnsweredRevision,
  createOfferedRevision,
  createSkippedRevision,
} from '#src/records/interview/entry-revision.ts'
import { promptStep } from './prompt.ts'
import { listOfferedQuestions, type OnboardingEntry } from './queries.ts'
import { nextQuestion, requireCurrentStep } from './rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from './turn-context.ts'

/**
 * Saves the exact answer to an offered question, or its skip. Repeating the saved answer succeeds at any step; another
 * text is refused, because an answer is changed only by a revise, which keeps its versions (interface, section 4.3).
 */
export async function* answerQuestion(
  turn: InterviewAnswerTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  await runInTransaction(context, async (tx) => {
    const questions = await listOfferedQuestions(tx.trx, tx.artistId)
    const entry = questions.find(({ question_key }) => question_key === turn.questionKey)
    if (entry !== undefined && isSaved(entry, turn)) return
    requireCurrentStep(turn.type, context.steps)
    if (entry === undefined) throw new Problem('not_found', { message: 'This question was not asked' })
    if (entry.state !== 'offered') throw new Problem('state_changed', { message: answeredBefore })
    await save(tx, entry, turn.answer)
    await offerNextQuestion(tx)
  })
  yield* promptStep(context)
}

const answeredBefore = 'This question is answered already. You can change the answer among your saved responses.'

function isSaved({ question, state, answer }: OnboardingEntry, turn: InterviewAnswerTurn): boolean {
  if (turn.question !== undefined && turn.question !== question)
    throw createInvalidRequest('question', 'is not what was asked')
  return turn.answer === null ? state === 'skipped' : answer === turn.answer
}

async function save(
  { trx, stage, flush }: TurnTransaction,
  entry: OnboardingEntry,
  answer: string | null,
): Promise<void> {
  const step = answer === null ? createSkippedRevision(entry) : createAnsweredRevision(entry, answer)
  const event = stage({
    action: answer === null ? 'question.skipped' : 'answer.saved',
    subject: `entry:${entry.id}`,
    revision: step.revision,
    details: { sessionId: null, ordinal: null },
  })
  await flush()
  await runQuery(trx, updateEntry(entry.id, step, event))
  if (answer !== null) await runQuery(trx, insertVersion(entry.id, step, { number: 1, note: null }, event))
}

/**
 * Asks the next question, unless one is open; after the last, the step `interview` is completed and Lore gets to read
 * the answers. A question is stored when it is asked, so that it stays as it was shown.
 */
export async function offerNextQuestion(tx: TurnTransaction): Promise<void> {
  const { trx, artistId, now, updateOnboarding } = tx
  const questions = await listOfferedQuestions(trx, artistId)
  if (questions.some(({ state }) => state === 'offered')) return
  const next = nextQuestion(questions.map(({ question_key }) => question_key))
  if (next !== undefined) return await offerQuestion(tx, next)
  await updateOnboarding({ interview_at: now })
  if (questions.some(({ state }) => state === 'answered')) {
    await tx.enqueue({ kind: 'lore_refresh' })
  }
}

async function offerQuestion(
  { trx, artistId, newId, stage }: TurnTransaction,
  { key, question }: { key: string; question: string },
) {
  const content = {
    artist_id: artistId,
    id: newId(),
    question_key: key,
    question,
    sitting: null,
    source: 'onboarding' as const,
    citations: [],
  }
  const next = createOfferedRevision(content)
  const details = { sessionId: null, ordinal: null }
  const event = stage({ action: 'question.offered', subject: `entry:${content.id}`, revision: next.revision, details })
  await runQuery(trx, insertQuestion({ ...content, ...next, session_id: null, ordinal: null }, event))
}
