import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import { insertQuestion, insertVersion, updateEntry } from '#src/records/interview/entry-queries.ts'
import { createOfferedRevision, type EntryRevision } from '#src/records/interview/entry-revision.ts'
import { correctionQuestionKey } from '#src/records/memory/exclusions/corrections.ts'
import type { TurnTransaction } from './turn-context.ts'

/**
 * The questions of every onboarding, in this order. A question that was offered keeps its text, so a new text
 * here is for those who have not come to it yet.
 */
const questions: readonly { key: string; question: string }[] = [
  { key: 'onboarding-1', question: 'Where does your music come from: which place, people or sounds?' },
  {
    key: 'onboarding-2',
    question: 'Which of your recordings should somebody hear first, and what were you after in it?',
  },
  { key: 'onboarding-3', question: 'How do you work when a new piece begins?' },
  { key: correctionQuestionKey, question: 'What has been written about you that you would put differently?' },
]

export const questionKeys = questions.map(({ key }) => key)

/** The question to ask next, given the keys of those asked so far; undefined when all were. */
export const nextQuestion = (offeredKeys: readonly string[]) => questions.find(({ key }) => !offeredKeys.includes(key))

export type OnboardingEntry = Selectable<DB['interview_entries']>

/** The questions that were asked in onboarding, with what became of them. */
export const listOfferedQuestions = (db: Kysely<DB>, artistId: string): Promise<OnboardingEntry[]> =>
  db
    .selectFrom('interview_entries')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('source', '=', 'onboarding')
    .where(sql<boolean>`question_key = any(${questionKeys})`)
    .orderBy('question_key')
    .execute()

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

/** Saves an answer with its first version, or a skip; fails if the stored entry is no longer `entry`. */
export async function saveEntryRevision(
  trx: Transaction<DB>,
  entry: OnboardingEntry,
  next: EntryRevision,
  event: AuditEvent,
): Promise<void> {
  await runQuery(trx, updateEntry(entry.id, next, event))
  if (next.answer !== null) await runQuery(trx, insertVersion(entry.id, next, { number: 1, note: null }, event))
}
