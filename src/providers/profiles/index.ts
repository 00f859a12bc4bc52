import type { Failure } from '../failure.ts'
import { sampleProfiles } from '../sample/profiles.ts'

/** A page that may be the artist's own. */
export type FoundProfile = {
  url: string
  /** The name that the page shows, at most 300 code points; null where it shows none. */
  displayName: string | null
}

/** Whoever knows which pages on other sites may be an artist's own. One call is one look; what it finds is for the artist to confirm. */
export type ProfileProvider = {
  name: string
  find: (
    artist: { artistId: string; name: string; links: readonly string[] },
    signal: AbortSignal,
  ) => Promise<{ found: FoundProfile[] } | Failure>
}

/** Nobody real is asked yet: a machine for development has its sample, and everybody else is told that there is no one to ask. */
export function chooseProfiles(environment: string): ProfileProvider | undefined {
  return environment === 'development' ? sampleProfiles : undefined
}
