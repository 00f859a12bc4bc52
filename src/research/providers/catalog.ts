import type { ProviderFailure } from './call.ts'
import type { RateLimit, RateLimitedSend } from './rate-limit.ts'

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

/** What is known of the artist that a catalogue is to find: the name, and the addresses of the artist's own pages. */
export type SoughtArtist = { artistId: string; name: string; links: readonly string[] }

/**
 * A public catalogue of releases. One call is one request to it, at the pace the catalogue asks for.
 */
export type Catalog = {
  name: string
  /** How fast it may be asked; null where it does not matter. */
  rateLimit: { name: string; intervalMs: number } | null
  /** The artist in one of the links, without a request; else by name, and `several` where it is shared: no guess. */
  find: (
    artist: SoughtArtist,
    send: RateLimitedSend,
  ) => Promise<{ catalogArtistId: string } | 'none' | 'several' | ProviderFailure>
  /** One page of the artist's releases from an offset, and how many there are in all. */
  list: (
    catalogArtistId: string,
    offset: number,
    signal: AbortSignal,
  ) => Promise<{ releases: FoundRelease[]; listed: number; total: number } | ProviderFailure>
}

/** A page that may be the artist's own. */
export type FoundProfile = {
  url: string
  /** The name that the page shows, at most 300 code points; null where it shows none. */
  displayName: string | null
}

/**
 * Finds pages on other sites that may be an artist's own, for the artist to confirm. There is no guess: `none` and
 * `several` say that the name matches no artist, or more than one.
 */
export type ProfileProvider = {
  name: string
  /** How fast it may be asked; null where it does not matter. */
  rateLimit: RateLimit | null
  /** `send` waits for the rate limit of each request. */
  find: (
    artist: SoughtArtist,
    send: RateLimitedSend,
  ) => Promise<{ found: FoundProfile[] } | 'none' | 'several' | ProviderFailure>
}
