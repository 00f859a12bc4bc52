import type { AboutChoiceTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { correctionQuestionKey } from '#src/records/memory/exclusions/corrections.ts'
import { composeDraft, draftFromOwnWords, readSavedDraft, type SavedDraft, splitDraft } from '../draft.ts'
import { findOnboarding, listOfferedQuestions } from '../queries.ts'
import { computeTurnHash, requireCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext } from '../turn-context.ts'
import { viewChat, viewDraft } from '../views.ts'

/**
 * Drafts the page and stores the draft for a later visit. Asked again, it is the same one until the artist's
 * records change.
 */
export async function* chooseAbout(turn: AboutChoiceTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const hash = computeTurnHash(turn)
  const saved = await runInTransaction(context, async ({ onboarding, auditHead }) => {
    requireCurrentStep(turn.type, context.steps)
    const draft = onboarding.draft === null ? undefined : readSavedDraft(onboarding.draft)
    return draft?.turn === hash && draft.auditHead === auditHead ? draft : undefined
  })
  const draft = saved ?? (yield* newDraft(turn, context, hash))
  if (draft === undefined || context.abandoned.aborted) return
  const correction = await findRequestedCorrection(context)
  if (correction !== undefined) yield viewChat(offerCorrection(correction))
  for (const text of splitDraft(draft.doc)) yield { kind: 'text-delta', text }
  if (draft.doc === '') yield viewChat('There is nothing to write from yet: no approved source and no answer.')
  yield viewDraft(draft, await readBio(context))
}

/** What the artist would put differently: it keeps what it contradicts out of the draft, and is no text itself. */
async function findRequestedCorrection({ db, artistId }: TurnContext): Promise<string | undefined> {
  const questions = await listOfferedQuestions(db, artistId)
  const entry = questions.find(({ question_key }) => question_key === correctionQuestionKey)
  return entry?.state === 'answered' && entry.answer !== null ? entry.answer : undefined
}

const offerCorrection = (correction: string): string =>
  `You would put this differently: “${correction}” It is not a part of the text. Where the draft still says what is wrong, change ` +
  'that sentence or take it out: publishing keeps it as a correction, and nothing that is composed later says it again.'

async function* newDraft(
  turn: AboutChoiceTurn,
  context: TurnContext,
  hash: string,
): AsyncGenerator<OnboardingEvent, SavedDraft | undefined> {
  const draft =
    turn.mode === 'self' ? draftFromOwnWords(turn, await readBio(context)) : yield* composeDraft(context, turn)
  if (draft === undefined) return undefined
  return await runInTransaction(context, async ({ updateOnboarding, auditHead }) => {
    requireCurrentStep(turn.type, context.steps)
    const saved = { auditHead, ...draft, turn: hash }
    await updateOnboarding({ draft: JSON.stringify(saved) })
    return saved
  })
}

const readBio = async ({ db, artistId }: TurnContext) => (await findOnboarding(db, artistId)).bio
