import { isCalendarDate } from '#src/text/calendar.ts'
import { fold } from '#src/text/fold.ts'
import { type JsonRecord, readList, toRecord, toText } from '#src/text/json.ts'
import { refusalToLink } from '#src/text/url/page-url.ts'
import { callProvider, type ProviderFailure } from './call.ts'
import type { Catalog, FoundProfile, FoundRelease } from './catalog.ts'
import type { RateLimit } from './rate-limit.ts'

type MusicBrainzSettings = {
  /** Address of the web service (version 2), up to and including `/ws/2`. */
  url: string
  /** The operator's contact: part of the User-Agent, as the service asks. */
  contact: string
}

/** One request per second and address is the rule; a tenth more, since two requests may travel at different speed. */
const rateLimit: RateLimit = { name: 'musicbrainz', intervalMs: 1_100 }

/** Release groups on one page: the most that the service gives. */
const pageSize = 100

/** Pages that are taken of one artist: an artist has some twenty. */
const pagesMax = 60

/**
 * Releases and pages by MusicBrainz. What is listed is release groups, an album once and not each of its editions,
 * without those of which only bootlegs, promotions or pseudo-releases are known.
 */
export const createMusicbrainzCatalog = (settings: MusicBrainzSettings): Catalog => ({
  name: 'musicbrainz',
  rateLimit,
  find: async ({ name, links }, signal) => {
    const [linked] = links.flatMap((link) => artistAddress.exec(link)?.[1]?.toLowerCase() ?? [])
    if (linked !== undefined) return { catalogArtistId: linked }
    const phrase = `"${name.replace(/[\\"]/g, '\\$&')}"`
    const parameters = { query: `artist:${phrase} OR alias:${phrase}`, limit: 25 }
    return await ask(settings, 'artist', parameters, signal, (json) => {
      const artists = readList(json, 'artists')
      return artists && chooseArtist(artists.map(toRecord), name)
    })
  },
  listReleases: (artist, offset, signal) => {
    const parameters = { artist, limit: pageSize, offset, 'release-group-status': 'website-default' }
    return ask(settings, 'release-group', parameters, signal, (json) => {
      const groups = readList(json, 'release-groups')
      const total = toRecord(json)['release-group-count']
      if (groups === undefined || typeof total !== 'number') return undefined
      return { releases: groups.flatMap((group) => parseRelease(group) ?? []), listed: groups.length, total }
    })
  },
  listProfiles: (artist, signal) =>
    ask(settings, `artist/${encodeURIComponent(artist)}`, { inc: 'url-rels' }, signal, (json) => {
      const relations = readList(json, 'relations')
      return relations && { found: listOwnPages(relations) }
    }),
})

function ask<T extends object | string>(
  { url, contact }: MusicBrainzSettings,
  path: string,
  parameters: Record<string, string | number>,
  signal: AbortSignal,
  parse: (json: unknown) => T | undefined,
): Promise<T | ProviderFailure> {
  const query = new URLSearchParams({ fmt: 'json' })
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
  const headers = { 'user-agent': `Sittings/0.1.0 ( ${contact} )` }
  return callProvider(url, { path: `/${path}?${query}`, headers, signal }, parse)
}

function parseRelease(value: unknown): FoundRelease | undefined {
  const group = toRecord(value)
  const [id, title] = [toText(group.id), toText(group.title)]
  if (id === undefined || !/^[0-9a-f-]{36}$/.test(id) || !title?.replaceAll('\0', '').trim()) return undefined
  const types = [group['primary-type'], ...(readList(group, 'secondary-types') ?? [])]
  const date = toText(group['first-release-date'])
  return {
    releaseId: id,
    title,
    type: types.filter((one) => typeof one === 'string').join(', ') || null,
    releasedOn: date !== undefined && isCalendarDate(date) ? date : null,
    url: `https://musicbrainz.org/release-group/${id}`,
  }
}

/** Kinds of relation that mark a page as the artist's own; the others lead to shops or to pages about the artist. */
const ownKinds = new Set([
  ...['official homepage', 'social network', 'blog', 'youtube', 'video channel', 'bandcamp', 'soundcloud'],
  ...['myspace', 'online community', 'patronage', 'crowdfunding', 'youtube music', 'free streaming', 'streaming'],
])

function listOwnPages(relations: readonly unknown[]): FoundProfile[] {
  const urls = relations.map(toRecord).flatMap(({ url: target, type, ended }) => {
    const url = toText(toRecord(target).resource)
    // A page that has ended may belong to another person by now.
    const isOwn = ownKinds.has(String(type)) && ended !== true && url !== undefined && refusalToLink(url) === undefined
    return isOwn ? [url] : []
  })
  return [...new Set(urls)].slice(0, pagesMax).map((url) => ({ url, displayName: null }))
}

/** Below this score the search engine itself takes the name for another one. */
const scoreMin = 95

/** The address of an artist at MusicBrainz, with the id. */
const artistAddress =
  /^https?:\/\/(?:[a-z]+\.)?musicbrainz\.org\/artist\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i

/**
 * The id of the one artist of this name among what a search has found: exactly as the catalogue writes it, else without
 * its accents or by an alias. Between two of the same name a person decides, by linking the right one.
 */
export function chooseArtist(
  found: readonly JsonRecord[],
  name: string,
): { catalogArtistId: string } | 'none' | 'several' {
  const artists = found.filter(({ score, id }) => Number(score) >= scoreMin && toText(id) !== undefined)
  const exact = artists.filter((artist) => foldSpelling(String(artist.name)) === foldSpelling(name))
  const meant = exact.length > 0 ? exact : artists.filter((artist) => listNames(artist).includes(foldLoosely(name)))
  const [id, second] = new Set(meant.map((artist) => String(artist.id)))
  if (id === undefined) return 'none'
  return second === undefined ? { catalogArtistId: id } : 'several'
}

const listNames = (artist: JsonRecord): string[] =>
  [artist, ...(readList(artist, 'aliases') ?? []).map(toRecord)].map(({ name }) => foldLoosely(String(name)))

/** Accents are left out where they cannot be typed, so are commas and hyphens, and "and" is written as a sign. */
const foldLoosely = (name: string) =>
  fold(foldSpelling(name))
    .replace(/ ?, ?|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/ ?(?:[&+]| and | und | et | y ) ?/g, ' & ')

/**
 * Catalogues write names with typographic signs where people type the plain ones: hyphens are alike, and so are
 * apostrophes, quotation marks and spaces. Upper case first: only so do `ß` and `SS` come out alike.
 */
const foldSpelling = (name: string) =>
  name
    .replace(/[\u2010-\u2015\u2212\ufe58]/g, '-')
    .replace(/[\u2018\u2019\u201b\u02bb\u02bc\u02b9\u2032`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u301d-\u301f\u00ab\u00bb]/g, '"')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
