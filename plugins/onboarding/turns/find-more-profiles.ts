import type { FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { searchProfiles } from '../find-profiles.ts'
import { classifyLinks, nextProfiles, saveProfileChanges } from '../profiles.ts'
import { promptStep } from '../prompt.ts'
import { listProfiles } from '../queries.ts'
import { requireCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext } from '../turn-context.ts'

/** Keeps the corrections made so far, then looks for more. */
export async function* findMoreProfiles(
  turn: FindMoreProfilesTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks((turn.addedLinks ?? []).map(({ url }) => url))
  const removed = turn.removedSiteNames ?? []
  await runInTransaction(context, async (tx) => {
    requireCurrentStep(turn.type, context.steps)
    const known = await listProfiles(tx.trx, tx.artistId)
    await saveProfileChanges(tx, known, nextProfiles(known, { added, removed }, tx))
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  yield* searchProfiles(context)
  yield* promptStep(context)
}
