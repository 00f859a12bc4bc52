import { Problem } from '#src/contract/problems/problem.ts'
import type { UnreachableReason } from '#src/contract/types.gen.ts'
import type { FoundProfile } from '#src/research/providers/catalog.ts'
import { getSiteName, normalizeProfileUrl, refusalToLink } from '#src/text/url/page-url.ts'
import { type ArtistProfile, saveProfiles } from './queries.ts'
import type { TurnTransaction } from './turn-context.ts'

/** Profiles an artist may have, shown and taken out ones included: three turns full of them. */
const profilesMax = 300

/** A link that can be taken, once, and those that cannot, in the order in which they were given. */
export function classifyLinks(urls: readonly string[]): {
  links: string[]
  refused: { url: string; reason: UnreachableReason }[]
} {
  const checked = urls.map((url) => ({ url, reason: refusalToLink(url) }))
  const links = new Map(
    checked.flatMap(({ url, reason }) => (reason === undefined ? [[normalizeProfileUrl(url), url]] : [])),
  )
  return {
    links: [...links.values()],
    refused: checked.flatMap(({ url, reason }) => (reason === undefined ? [] : [{ url, reason }])),
  }
}

/** What a turn or a search says about profiles. */
export type ProfileChanges = {
  found?: readonly FoundProfile[]
  /** Addresses that the person gives. */
  added?: readonly string[]
  /** Site names of profiles that are not the artist's. */
  removed?: readonly string[]
}

/**
 * The profiles that are new, and those that change. What was taken out stays out when a search finds it again, and
 * comes back when the person gives its address.
 */
export function nextProfiles(
  known: readonly ArtistProfile[],
  { found = [], added = [], removed = [] }: ProfileChanges,
  { newId, now }: { newId: () => string; now: Date },
): ArtistProfile[] {
  const next = new Map(known.map((profile) => [profile.url_key, profile]))
  for (const profile of known) {
    if (profile.state !== 'removed' && removed.includes(profile.site_name)) {
      next.set(profile.url_key, { ...profile, state: 'removed', decided_at: now })
    }
  }
  const candidates = [
    ...added.map((url) => ({ url, displayName: null, origin: 'added' as const })),
    ...found.map((profile) => ({ ...profile, origin: 'found' as const })),
  ]
  for (const { url, displayName, origin } of candidates) {
    const urlKey = normalizeProfileUrl(url)
    if (urlKey === undefined) continue
    const existing = next.get(urlKey)
    if (existing === undefined) {
      const site_name = chooseName(url, [...next.values()])
      const profile = { id: newId(), url_key: urlKey, url, site_name, display_name: displayName, origin }
      next.set(urlKey, { ...profile, state: 'candidate', created_at: now, decided_at: null })
    } else if (existing.state === 'removed' && origin === 'added') {
      next.set(urlKey, { ...existing, state: 'candidate', decided_at: null })
    }
  }
  return [...next.values()].filter((profile) => !known.includes(profile))
}

/** The site's name, numbered from the second profile there on: it is the name under which a profile is taken out. */
function chooseName(url: string, others: readonly ArtistProfile[]): string {
  const site = getSiteName(url).slice(0, 90)
  const usedNames = new Set(others.map(({ site_name }) => site_name))
  let number = 1
  while (usedNames.has(number === 1 ? site : `${site} ${number}`)) number += 1
  return number === 1 ? site : `${site} ${number}`
}

const actions = { candidate: 'profile.found', linked: 'profile.linked', removed: 'profile.removed' } as const

/** Keeps what has become of profiles, each change with its event. `known` are those of before. */
export async function saveProfileChanges(
  tx: TurnTransaction,
  known: readonly ArtistProfile[],
  changed: readonly ArtistProfile[],
) {
  const { trx, artistId, stage } = tx
  const added = changed.filter(({ id }) => !known.some((profile) => profile.id === id))
  if (known.length + added.length > profilesMax) throw new Problem('limit_exceeded')
  await saveProfiles(trx, artistId, changed)
  for (const { id, url, site_name: siteName, display_name: displayName, state, origin } of changed) {
    const details = { url, siteName, displayName, state, origin }
    stage({ action: actions[state], subject: `profile:${id}`, revision: null, details })
  }
}
