import type { FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { searchProfiles } from '../find-profiles.ts'
import { classifyLinks, nextProfiles, saveProfileChanges } from '../profiles.ts'
import { promptStep } from '../prompt.ts'
import { listProfiles } from '../queries.ts'
import { requireCurrentStep } from '../rules.ts'
import { inTransaction, type TurnContext } from '../turn-context.ts'

/** Keeps the corrections made so far, then looks for more. */
export async function* findMoreProfiles(
  turn: FindMoreProfilesTurn,
  scene: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks((turn.addedLinks ?? []).map(({ url }) => url))
  const removed = turn.removedSiteNames ?? []
  await inTransaction(scene, async (moment) => {
    requireCurrentStep(turn.type, scene.steps)
    const known = await listProfiles(moment.trx, moment.artistId)
    await saveProfileChanges(moment, known, nextProfiles(known, { added, removed }, moment))
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  yield* searchProfiles(scene)
  yield* promptStep(scene)
}
