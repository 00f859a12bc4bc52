import type { ProviderFailure } from './call.ts'
import type { RateLimit } from './rate-limit.ts'

/** A release as a catalogue lists it. */
export type FoundRelease = {
  /** The catalogue's own name of it. */
  releaseId: string
  title: string
  /** As the catalogue calls it: Album, Single, EP …; null where it does not say. */
  type: string | null
  /** `2024`, `2024-03` or `2024-03-01`, as exactly as it is known; null where it is not. */
  releasedOn: string | null
  url: string
}

/** A page that may be the artist's own. */
export type FoundProfile = {
  url: string
  /** The name that the page shows, at most 300 code points; null where it shows none. */
  displayName: string | null
}

/** What is known of the artist that a catalogue is to find: the name, and the addresses of the artist's own pages. */
type SoughtArtist = { artistId: string; name: string; links: readonly string[] }

/** A public catalogue of artists. One call is at most one request to it, at the pace that it asks for. */
export type Catalog = {
  name: string
  /** How fast it may be asked. */
  rateLimit: RateLimit
  /** The artist in one of the links; else by name, and `several` where it is shared: no guess. */
  find: (
    artist: SoughtArtist,
    signal: AbortSignal,
  ) => Promise<{ catalogArtistId: string } | 'none' | 'several' | ProviderFailure>
  /** One page of the artist's releases from an offset, and how many there are in all. */
  listReleases: (
    catalogArtistId: string,
    offset: number,
    signal: AbortSignal,
  ) => Promise<{ releases: FoundRelease[]; listed: number; total: number } | ProviderFailure>
  /** Pages on other sites that may be the artist's own, for the artist to confirm. */
  listProfiles: (catalogArtistId: string, signal: AbortSignal) => Promise<{ found: FoundProfile[] } | ProviderFailure>
}
