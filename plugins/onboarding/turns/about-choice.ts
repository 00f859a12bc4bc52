import type { AboutChoiceTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { correctionQuestionKey } from '#src/research/lore/compose.ts'
import { composeDraft, draftFromOwnWords, readSavedDraft, type SavedDraft, splitDraft } from '../draft.ts'
import { listAskedQuestions } from '../interview.ts'
import { findOnboarding } from '../queries.ts'
import { computeTurnHash, requireCurrentStep } from '../rules.ts'
import { inTransaction, type TurnContext } from '../turn-context.ts'
import { viewChat, viewDraft } from '../views.ts'

/**
 * Drafts the page and stores the draft for a later visit. Asked again, it is the same one until the artist's
 * records change.
 */
export async function* chooseAbout(turn: AboutChoiceTurn, scene: TurnContext): AsyncGenerator<OnboardingEvent> {
  const hash = computeTurnHash(turn)
  const kept = await inTransaction(scene, async ({ onboarding, auditHead }) => {
    requireCurrentStep(turn.type, scene.steps)
    const draft = onboarding.draft === null ? undefined : readSavedDraft(onboarding.draft)
    return draft?.turn === hash && draft.auditHead === auditHead ? draft : undefined
  })
  const draft = kept ?? (yield* newDraft(turn, scene, hash))
  if (draft === undefined || scene.abandoned.aborted) return
  const wish = await findCorrectionWish(scene)
  if (wish !== undefined) yield viewChat(offerCorrection(wish))
  for (const text of splitDraft(draft.doc)) yield { kind: 'text-delta', text }
  if (draft.doc === '') yield viewChat('There is nothing to write from yet: no approved source and no answer.')
  yield viewDraft(draft, await currentBio(scene))
}

/** What the artist would put differently: it keeps what it contradicts out of the draft, and is no text itself. */
async function findCorrectionWish({ db, artistId }: TurnContext): Promise<string | undefined> {
  const asked = await listAskedQuestions(db, artistId)
  const entry = asked.find(({ question_key }) => question_key === correctionQuestionKey)
  return entry?.state === 'answered' && entry.answer !== null ? entry.answer : undefined
}

const offerCorrection = (wish: string): string =>
  `You would put this differently: “${wish}” It is not a part of the text. Where the draft still says what is wrong, change ` +
  'that sentence or take it out: publishing keeps it as a correction, and nothing that is composed later says it again.'

async function* newDraft(
  turn: AboutChoiceTurn,
  scene: TurnContext,
  hash: string,
): AsyncGenerator<OnboardingEvent, SavedDraft | undefined> {
  const draft =
    turn.mode === 'self' ? draftFromOwnWords(turn, await currentBio(scene)) : yield* composeDraft(scene, turn)
  if (draft === undefined) return undefined
  return await inTransaction(scene, async ({ mark, auditHead }) => {
    requireCurrentStep(turn.type, scene.steps)
    const saved = { auditHead, ...draft, turn: hash }
    await mark({ draft: JSON.stringify(saved) })
    return saved
  })
}

const currentBio = async ({ db, artistId }: TurnContext) => (await findOnboarding(db, artistId)).bio
