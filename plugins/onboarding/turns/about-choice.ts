import type { AboutChoiceTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { composeDraft, ownDraft, piecesOf, type SavedDraft, savedDraft } from '../draft.ts'
import { findOnboarding } from '../queries.ts'
import { hashOfTurn, keepOrder } from '../rules.ts'
import { change, type Scene } from '../scene.ts'
import { say, viewDraft } from '../views.ts'

/** Drafts the page and keeps the draft for whoever comes back. Asked again, it is the same one until the artist's records change. */
export async function* chooseAbout(turn: AboutChoiceTurn, scene: Scene): AsyncGenerator<OnboardingEvent> {
  const hash = hashOfTurn(turn)
  const kept = await change(scene, async ({ onboarding, auditSeq }) => {
    keepOrder(turn.type, scene.steps)
    const draft = onboarding.draft === null ? undefined : savedDraft(onboarding.draft)
    return draft?.turn === hash && draft.auditSeq === auditSeq ? draft : undefined
  })
  const draft = kept ?? (yield* newDraft(turn, scene, hash))
  if (draft === undefined || scene.abandoned.aborted) return
  for (const text of piecesOf(draft.doc)) yield { kind: 'text-delta', text }
  if (draft.doc === '') yield say('There is nothing to write from yet: no approved source and no answer.')
  yield viewDraft(draft, await currentBio(scene))
}

async function* newDraft(
  turn: AboutChoiceTurn,
  scene: Scene,
  hash: string,
): AsyncGenerator<OnboardingEvent, SavedDraft | undefined> {
  const draft = turn.mode === 'self' ? ownDraft(turn, await currentBio(scene)) : yield* composeDraft(scene, turn)
  if (draft === undefined) return undefined
  return await change(scene, async ({ mark, auditSeq }) => {
    keepOrder(turn.type, scene.steps)
    const saved = { auditSeq, ...draft, turn: hash }
    await mark({ draft: JSON.stringify(saved) })
    return saved
  })
}

const currentBio = async ({ db, artistId }: Scene) => (await findOnboarding(db, artistId)).bio
