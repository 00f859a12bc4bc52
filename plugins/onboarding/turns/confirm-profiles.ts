import type { ConfirmProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { hasReadablePages } from '#src/text/url/profile-url.ts'
import { classifyLinks, nextProfiles, saveProfileChanges } from '../profiles.ts'
import { promptStep } from '../prompt.ts'
import { type ArtistProfile, listProfiles } from '../queries.ts'
import { computeTurnHash, requireCurrentStep } from '../rules.ts'
import { inTransaction, type TurnContext, type TurnTransaction } from '../turn-context.ts'
import { addPages } from '../vault.ts'
import { viewLinked } from '../views.ts'

/**
 * Links what was found and not taken out, and what the person adds; readable pages of it are collected for the vault.
 */
export async function* confirmProfiles(turn: ConfirmProfilesTurn, scene: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks(turn.addedLinks.map(({ url }) => url))
  await inTransaction(scene, async (moment) => {
    if (moment.onboarding.profiles_turn === computeTurnHash(turn)) return
    requireCurrentStep(turn.type, scene.steps)
    const known = await listProfiles(moment.trx, moment.artistId)
    const news = { added, removed: turn.removedSiteNames }
    const changed = linked(known, nextProfiles(known, news, moment), moment.now)
    await saveProfileChanges(moment, known, changed)
    await collect(moment, changed)
    await moment.mark({ profiles_at: moment.now, profiles_turn: computeTurnHash(turn) })
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  const profiles = await listProfiles(scene.db, scene.artistId)
  yield* profiles.filter(({ state }) => state === 'linked').map(viewLinked)
  yield* promptStep(scene)
}

/** Every candidate is linked now, the old ones and the new. */
function linked(known: readonly ArtistProfile[], changed: readonly ArtistProfile[], now: Date): ArtistProfile[] {
  const untouched = known.filter(({ id, state }) => state === 'candidate' && !changed.some((one) => one.id === id))
  return [...untouched, ...changed].map((profile) =>
    profile.state === 'candidate' ? { ...profile, state: 'linked', decided_at: now } : profile,
  )
}

/**
 * What the artist's own pages say can be evidence, once the artist has approved it; the posts are collected behind the
 * conversation.
 */
async function collect(moment: TurnTransaction, profiles: readonly ArtistProfile[]): Promise<void> {
  const own = profiles.filter(({ state }) => state === 'linked')
  if (own.length === 0) return
  const readable = own.filter(({ url }) => hasReadablePages(url))
  await addPages(moment, readable, 'pending')
  await moment.enqueue({ kind: 'social_ingest' })
}
