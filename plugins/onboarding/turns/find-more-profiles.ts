import type { FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { look } from '../look.ts'
import { openStep } from '../opening.ts'
import { judgeLinks, keepProfiles, nextProfiles } from '../profiles.ts'
import { listProfiles } from '../queries.ts'
import { keepOrder } from '../rules.ts'
import { change, type Scene } from '../scene.ts'

/** Keeps the corrections made so far, then looks for more. */
export async function* findMoreProfiles(turn: FindMoreProfilesTurn, scene: Scene): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = judgeLinks((turn.addedLinks ?? []).map(({ url }) => url))
  const removed = turn.removedSiteNames ?? []
  await change(scene, async (moment) => {
    keepOrder(turn.type, scene.steps)
    const known = await listProfiles(moment.trx, moment.artistId)
    await keepProfiles(moment, known, nextProfiles(known, { added, removed }, moment))
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  yield* look(scene)
  yield* openStep(scene)
}
