import type { ProviderFailure } from './call.ts'
import type { RateLimitedSend } from './rate-limited.ts'
import type { RateLimit } from './shared-rate-limit.ts'

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
    artist: { artistId: string; name: string; links: readonly string[] },
    send: RateLimitedSend,
  ) => Promise<{ found: FoundProfile[] } | 'none' | 'several' | ProviderFailure>
}
