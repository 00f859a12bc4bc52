import { isCalendarDate } from '#src/text/calendar.ts'
import { readList, toRecord } from '../json.ts'
import { findArtist, findLinkedArtistId } from '../musicbrainz/artist.ts'
import { createMusicBrainzClient, type MusicBrainzSettings, musicBrainzRateLimit } from '../musicbrainz/service.ts'
import { toProviderFailure } from '../provider-error.ts'
import type { Catalog, FoundRelease } from './index.ts'

/** Without groups of which only bootlegs, promotions or pseudo-releases are known. */
const official = { 'release-group-status': 'website-default' }

/** Release groups on one page: the most that the service gives. */
const pageSize = 100

/**
 * Releases by the web service of MusicBrainz. What is listed is release groups: an album once, not each of its
 * editions.
 */
export function createMusicbrainzCatalog(settings: MusicBrainzSettings): Catalog {
  const send = createMusicBrainzClient(settings)
  return {
    name: 'musicbrainz',
    rateLimit: musicBrainzRateLimit,
    findLinked: ({ links }) => findLinkedArtistId(links),

    find: async ({ name }, signal) => {
      const found = await findArtist(send, name, signal)
      return typeof found === 'object' && 'id' in found ? { catalogArtistId: found.id } : found
    },

    list: async (artist, offset, signal) => {
      const answer = await send('release-group', { artist, limit: pageSize, offset, ...official }, signal)
      if ('failure' in answer) return toProviderFailure(answer)
      const groups = readList(answer.json, 'release-groups')
      const total = toRecord(answer.json)?.['release-group-count']
      if (groups === undefined || typeof total !== 'number') return { failed: 'unreadable' }
      return { releases: groups.flatMap((group) => parseRelease(group) ?? []), listed: groups.length, total }
    },
  }
}

function parseRelease(value: unknown): FoundRelease | undefined {
  const group = toRecord(value)
  const { id, title } = group ?? {}
  if (
    typeof id !== 'string' ||
    !/^[0-9a-f-]{36}$/.test(id) ||
    typeof title !== 'string' ||
    title.replaceAll('\0', '').trim() === ''
  )
    return undefined
  const type = [group?.['primary-type'], ...(readList(group, 'secondary-types') ?? [])].filter(
    (one) => typeof one === 'string',
  )
  const date = group?.['first-release-date']
  return {
    releaseId: id,
    title,
    type: type.length === 0 ? null : type.join(', '),
    releasedOn: typeof date === 'string' && isCalendarDate(date) ? date : null,
    url: `https://musicbrainz.org/release-group/${id}`,
  }
}
