import { refusalToLink } from '#src/text/url/profile-url.ts'
import { readList, toRecord } from '../json.ts'
import { findArtist, findLinkedArtistId } from '../musicbrainz/artist.ts'
import { createMusicBrainzClient, type MusicBrainzSettings, musicBrainzRateLimit } from '../musicbrainz/service.ts'
import { toProviderFailure } from '../provider-error.ts'
import type { FoundProfile, ProfileProvider } from './index.ts'

/** Pages that are taken of one artist: an artist has some twenty, in the order in which this service needs them. */
const pagesMax = 60

/**
 * Kinds of relation by which MusicBrainz marks a page as the artist's own, those first with the artist's own words.
 * Others lead to pages about the artist or shops.
 */
const ownKinds = [
  ...['official homepage', 'social network', 'blog', 'youtube', 'video channel', 'bandcamp', 'soundcloud'],
  ...['myspace', 'online community', 'patronage', 'crowdfunding', 'youtube music', 'free streaming', 'streaming'],
]

/**
 * The pages that MusicBrainz lists as an artist's own: by the id in one of the links, else by exactly the name. The
 * second request, for the relations to addresses, needs the response to the first.
 */
export function createMusicbrainzProfiles(settings: MusicBrainzSettings): ProfileProvider {
  const ask = createMusicBrainzClient(settings)
  return {
    name: 'musicbrainz',
    rateLimit: musicBrainzRateLimit,
    find: async ({ name, links }, send) => {
      const linked = findLinkedArtistId(links)
      const found = linked === undefined ? await send((signal) => findArtist(ask, name, signal)) : { id: linked }
      if (typeof found === 'string' || 'failed' in found) return found
      return await send(async (signal) => {
        const answer = await ask(`artist/${encodeURIComponent(found.id)}`, { inc: 'url-rels' }, signal)
        if ('failure' in answer) return toProviderFailure(answer)
        const relations = readList(answer.json, 'relations')
        return relations === undefined ? { failed: 'unreadable' } : { found: findPages(relations) }
      })
    },
  }
}

function findPages(relations: readonly unknown[]): FoundProfile[] {
  const pages = relations.flatMap((one) => {
    const relation = toRecord(one)
    const url = toRecord(relation?.url)?.resource
    const rank = ownKinds.indexOf(String(relation?.type))
    // A page that has ended may belong to another person by now.
    const isOwn = rank >= 0 && relation?.ended !== true && typeof url === 'string' && refusalToLink(url) === undefined
    return isOwn ? [{ url, rank }] : []
  })
  const ranked = pages.toSorted((a, b) => a.rank - b.rank)
  return [...new Set(ranked.map(({ url }) => url))].slice(0, pagesMax).map((url) => ({ url, displayName: null }))
}
