import { Problem } from '#src/contract/problems/problem.ts'
import type { ConfirmProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import type { FoundProfile } from '#src/research/providers/catalog.ts'
import { getSiteName, hasReadablePages, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { type ArtistProfile, listArtistProfiles, saveProfiles } from './queries.ts'
import { classifyLinks } from './rules.ts'
import { completeStep, type TurnContext, type TurnTransaction } from './transaction.ts'
import { addPages } from './vault.ts'
import { viewLinked } from './views.ts'

/**
 * Links what was found and not taken out, and what the person adds. Readable pages of it are collected for the vault:
 * their texts can become evidence after the artist has approved them. Posts are collected by a job.
 */
export async function* confirmProfiles(
  turn: ConfirmProfilesTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks(turn.addedLinks.map(({ url }) => url))
  await completeStep(context, turn, async (tx) => {
    const changed = await changeProfiles(tx, { added, removed: turn.removedSiteNames, isConfirmed: true })
    const linked = changed.filter(({ state }) => state === 'linked')
    if (linked.length === 0) return
    const readable = linked.filter(({ url }) => hasReadablePages(url))
    const pages = readable.map(({ url, display_name: title }) => ({ url, title }))
    await addPages(tx, pages, 'pending')
    await tx.enqueue({ kind: 'social_ingest' })
  })
  yield* refused
  const profiles = await listArtistProfiles(context.db, context.artistId)
  yield* profiles.filter(({ state }) => state === 'linked').map(viewLinked)
}

/** What a turn or a search says about profiles. */
export type ProfileChanges = {
  found?: readonly FoundProfile[]
  /** Addresses that the person gives. */
  added?: readonly string[]
  /** Site names of profiles that are not the artist's. */
  removed?: readonly string[]
  /** Whether every candidate that is left is the artist's. */
  isConfirmed?: boolean
}

/** Profiles an artist may have, shown and taken out ones included: three turns full of them. */
const profilesMax = 300

const actions = { candidate: 'profile.found', linked: 'profile.linked', removed: 'profile.removed' } as const

/** Saves what becomes of the artist's profiles, each change with its event. Returns those that have changed. */
export async function changeProfiles(tx: TurnTransaction, changes: ProfileChanges): Promise<ArtistProfile[]> {
  const known = await listArtistProfiles(tx.trx, tx.artistId)
  const next = nextProfiles(known, changes, tx)
  if (next.length > profilesMax) throw new Problem('limit_exceeded')
  const changed = next.filter((profile) => !known.includes(profile))
  await saveProfiles(tx.trx, changed)
  for (const { id, url, site_name: siteName, display_name: displayName, state, origin } of changed) {
    const details = { url, siteName, displayName, state, origin }
    tx.stage({ action: actions[state], subject: `profile:${id}`, revision: null, details })
  }
  return changed
}

/**
 * All profiles after a change; those that stay as they are are the same objects. What was taken out stays out when a
 * search finds it again, and comes back when the person gives its address.
 */
function nextProfiles(
  known: readonly ArtistProfile[],
  { found = [], added = [], removed = [], isConfirmed = false }: ProfileChanges,
  { artistId, newId, now }: Pick<TurnTransaction, 'artistId' | 'newId' | 'now'>,
): ArtistProfile[] {
  const next = new Map(known.map((profile) => [profile.url_key, profile]))
  for (const profile of known) {
    if (profile.state !== 'removed' && removed.includes(profile.site_name))
      next.set(profile.url_key, { ...profile, state: 'removed', decided_at: now })
  }
  const given = [
    ...added.map((url) => ({ url, displayName: null, origin: 'added' as const })),
    ...found.map((profile) => ({ ...profile, origin: 'found' as const })),
  ]
  for (const { url, displayName: display_name, origin } of given) {
    const url_key = normalizeProfileUrl(url)
    const existing = url_key === undefined ? undefined : next.get(url_key)
    if (url_key === undefined || (existing && (existing.state !== 'removed' || origin === 'found'))) continue
    const site_name = chooseName(url, [...next.values()])
    const profile = { artist_id: artistId, id: newId(), url_key, url, site_name, display_name, origin, created_at: now }
    next.set(url_key, { ...(existing ?? profile), state: 'candidate', decided_at: null })
  }
  return [...next.values()].map((profile) =>
    isConfirmed && profile.state === 'candidate' ? { ...profile, state: 'linked', decided_at: now } : profile,
  )
}

/** The site's name, numbered from the second profile there on: it is the name under which a profile is taken out. */
function chooseName(url: string, others: readonly ArtistProfile[]): string {
  const site = getSiteName(url).slice(0, 90)
  let name = site
  for (let number = 2; others.some(({ site_name }) => site_name === name); number += 1) name = `${site} ${number}`
  return name
}
