import { failureOfCall } from '../failure.ts'
import { fetchJson } from '../http/index.ts'
import type { Catalog, FoundRelease, SoughtArtist } from './index.ts'

export type MusicBrainzSettings = {
  /** Address of the web service, up to and including `/ws/2`. */
  url: string
  /** How the operator is reached: part of the User-Agent, as the service asks. */
  contact: string
}

/** One request a second and address is the rule; a tenth more, since two requests may travel at different speed. */
const apartMs = 1_100

/** Release groups on one page: the most that the service gives. */
const pageSize = 100

/** Below this the search engine itself holds the name for another one. */
const scoreMin = 95

/** Releases by the web service of MusicBrainz, version 2. What is listed is release groups: an album once, not each of its editions. */
export function musicbrainz({ url, contact }: MusicBrainzSettings): Catalog {
  const ask = (path: string, parameters: Record<string, string | number>, signal: AbortSignal) => {
    const query = new URLSearchParams({ ...mapped(parameters), fmt: 'json' })
    return fetchJson(`${url}/${path}?${query}`, {
      signal,
      deadlineMs: 15_000,
      bytesMax: 2_000_000,
      allowPrivate: url,
      headers: { 'user-agent': `Sittings/0.1.0 ( ${contact} )` },
    })
  }
  return {
    name: 'musicbrainz',
    pace: { name: 'musicbrainz', apartMs },
    linked: ({ links }) => links.map((link) => linkedId.exec(link)?.[1]?.toLowerCase()).find((id) => id !== undefined),

    find: async (artist, signal) => {
      const query = `artist:"${artist.name.replace(/[\\"]/g, '\\$&')}"`
      const answer = await ask('artist', { query, limit: 10 }, signal)
      if ('failure' in answer) return failureOfCall(answer)
      const found = list(answer.json, 'artists')
      return found === undefined ? { failed: 'unreadable' } : meant(artist, found)
    },

    list: async (artist, offset, signal) => {
      const answer = await ask('release-group', { artist, limit: pageSize, offset }, signal)
      if ('failure' in answer) return failureOfCall(answer)
      const groups = list(answer.json, 'release-groups')
      const total = record(answer.json)?.['release-group-count']
      if (groups === undefined || typeof total !== 'number') return { failed: 'unreadable' }
      return { releases: groups.flatMap((group) => releaseOf(group) ?? []), listed: groups.length, total }
    },
  }
}

const linkedId =
  /^https?:\/\/(?:[a-z]+\.)?musicbrainz\.org\/artist\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i

/** The one artist of exactly this name. Two of the same name are told apart by a person, who links the right one. */
function meant({ name }: SoughtArtist, found: readonly unknown[]): { catalogArtistId: string } | 'none' | 'several' {
  const same = found.flatMap((one) => {
    const artist = record(one)
    const isMeant = Number(artist?.score) >= scoreMin && fold(String(artist?.name)) === fold(name)
    return isMeant && typeof artist?.id === 'string' ? [artist.id] : []
  })
  const [id, second] = same
  if (id === undefined) return 'none'
  return second === undefined ? { catalogArtistId: id } : 'several'
}

const fold = (name: string) => name.normalize('NFKC').toLowerCase().trim()

function releaseOf(value: unknown): FoundRelease | undefined {
  const group = record(value)
  const { id, title } = group ?? {}
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id) || typeof title !== 'string' || title === '')
    return undefined
  const type = [group?.['primary-type'], ...(list(group, 'secondary-types') ?? [])].filter(
    (one) => typeof one === 'string',
  )
  const date = group?.['first-release-date']
  return {
    releaseId: id,
    title,
    type: type.length === 0 ? null : type.join(', '),
    releasedOn: typeof date === 'string' && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(date) ? date : null,
    url: `https://musicbrainz.org/release-group/${id}`,
  }
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined

function list(value: unknown, name: string): unknown[] | undefined {
  const found = record(value)?.[name]
  return Array.isArray(found) ? found : undefined
}

const mapped = (parameters: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
