import type { ConfirmProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { hasReadablePages } from '#src/text/url/page-url.ts'
import { classifyLinks, nextProfiles, saveProfileChanges } from '../profiles.ts'
import { promptStep } from '../prompt.ts'
import { type ArtistProfile, listArtistProfiles } from '../queries.ts'
import { computeTurnHash, requireCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from '../turn-context.ts'
import { addPages } from '../vault.ts'
import { viewLinked } from '../views.ts'

/**
 * Links what was found and not taken out, and what the person adds; readable pages of it are collected for the vault.
 */
export async function* confirmProfiles(
  turn: ConfirmProfilesTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks(turn.addedLinks.map(({ url }) => url))
  await runInTransaction(context, async (tx) => {
    if (tx.onboarding.profiles_turn_hash === computeTurnHash(turn)) return
    requireCurrentStep(turn.type, context.steps)
    const known = await listArtistProfiles(tx.trx, tx.artistId)
    const profileChanges = { added, removed: turn.removedSiteNames }
    const changed = linkCandidates(known, nextProfiles(known, profileChanges, tx), tx.now)
    await saveProfileChanges(tx, known, changed)
    await collect(tx, changed)
    await tx.updateOnboarding({ profiles_at: tx.now, profiles_turn_hash: computeTurnHash(turn) })
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  const profiles = await listArtistProfiles(context.db, context.artistId)
  yield* profiles.filter(({ state }) => state === 'linked').map(viewLinked)
  yield* promptStep(context)
}

/** Every candidate is linked now, the old ones and the new. */
function linkCandidates(
  known: readonly ArtistProfile[],
  changed: readonly ArtistProfile[],
  now: Date,
): ArtistProfile[] {
  const untouched = known.filter(({ id, state }) => state === 'candidate' && !changed.some((one) => one.id === id))
  return [...untouched, ...changed].map((profile) =>
    profile.state === 'candidate' ? { ...profile, state: 'linked', decided_at: now } : profile,
  )
}

/**
 * Texts of the artist's own pages can become evidence after the artist has approved them. Posts are collected by a job
 * while the conversation continues.
 */
async function collect(tx: TurnTransaction, profiles: readonly ArtistProfile[]): Promise<void> {
  const linked = profiles.filter(({ state }) => state === 'linked')
  if (linked.length === 0) return
  const readable = linked.filter(({ url }) => hasReadablePages(url))
  await addPages(tx, readable, 'pending')
  await tx.enqueue({ kind: 'social_ingest' })
}
