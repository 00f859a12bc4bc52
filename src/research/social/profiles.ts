import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { findPlatform, type SocialProfile } from '../providers/social/index.ts'

/**
 * Addresses of the artist's own pages: those that the artist linked, then those that were found and approved. A page
 * that the artist removed counts for neither.
 */
export async function listProfileLinks(db: Kysely<DB>, artistId: string): Promise<string[]> {
  const profiles = await db
    .selectFrom('artist_profiles')
    .select(['url', 'url_key', 'state'])
    .where('artist_id', '=', artistId)
    .where('state', 'in', ['linked', 'removed'])
    .orderBy('decided_at')
    .orderBy('id')
    .execute()
  const approved = await db
    .selectFrom('discoveries')
    .select('url')
    .where('artist_id', '=', artistId)
    .where('curation', '=', 'approved')
    .where('destination', '=', 'link')
    .orderBy('created_at')
    .orderBy('id')
    .limit(linksMax)
    .execute()
  const removed = new Set(profiles.filter(({ state }) => state === 'removed').map(({ url_key }) => url_key))
  const linked = profiles.filter(({ state }) => state === 'linked')
  return [...linked, ...approved.filter(({ url }) => !removed.has(normalizeProfileUrl(url) ?? ''))].map(
    ({ url }) => url,
  )
}

const linksMax = 200

/** First segments of a path that do not name a person. */
const reserved = new Set(
  'about accounts discover explore hashtag home i intent login p reel reels search settings share stories tv tag foryou following live music'.split(
    ' ',
  ),
)

/** Second segments that show another part of the same profile. */
const tabs = new Set([
  ...['reels', 'tagged', 'channel', 'igtv', 'guides', 'followers', 'following', 'live', 'liked', 'reposts', 'playlist'],
  ...['media', 'with_replies', 'likes', 'highlights', 'articles', 'photo', 'lists', 'affiliates', 'verified_followers'],
])

/** Hosts of profiles: plain, of mobile devices, of a language. Others are about the site, such as `help.x.com`. */
const profileHost = /^(?:(?:www|m|mobile|[a-z]{2}(?:-[a-z]{2})?)\.)?[^.]+\.[^.]+$/

/** The profile that an address leads to; undefined for any other address, also of one of its posts. */
export function parseProfile(link: string): SocialProfile | undefined {
  const url = URL.parse(link)
  const platform = findPlatform(link)
  if (url === null || platform === undefined || !profileHost.test(url.hostname)) return undefined
  // Written for scripts, for applications, and by buttons of other sites.
  const path = url.hash.startsWith('#!/') ? url.hash.slice('#!'.length) : url.pathname.replace(/^\/_u\//, '/')
  const named = /^\/intent\/(?:user|follow)$/.test(path) ? (url.searchParams.get('screen_name') ?? '') : undefined
  const [first, tab, ...rest] = (named ?? path).split('/').filter((part) => part !== '')
  if (first === undefined || rest.length > 0 || (tab !== undefined && !tabs.has(tab.toLowerCase()))) {
    return undefined
  }
  if (platform === 'tiktok' && !/^(?:@|%40)/.test(first)) return undefined
  const handle = first.replace(/^(?:@|%40)/, '')
  return /^[A-Za-z0-9._]{1,50}$/.test(handle) && !reserved.has(handle.toLowerCase()) ? { platform, handle } : undefined
}
