import type { ProviderFailure } from '../provider-error.ts'
import type { RateLimitedSend } from '../rate-limited.ts'
import type { RateLimit } from '../shared-rate-limit.ts'

/** A page that may be the artist's own. */
export type FoundProfile = {
  url: string
  /** The name that the page shows, at most 300 code points; null where it shows none. */
  displayName: string | null
}

/**
 * Whoever knows which pages on other sites may be an artist's own. One call is one look; what it finds is for the
 * artist to confirm. Nobody is guessed: `none` and `several` tell that the name alone leads to no one, or to more than
 * one.
 */
export type ProfileProvider = {
  name: string
  /** How fast it may be asked; null where it does not matter. */
  pace: RateLimit | null
  /** `send` waits for the turn of each request. */
  find: (
    artist: { artistId: string; name: string; links: readonly string[] },
    send: RateLimitedSend,
  ) => Promise<{ found: FoundProfile[] } | 'none' | 'several' | ProviderFailure>
}
