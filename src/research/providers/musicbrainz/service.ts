import { fetchJson } from '../http/index.ts'
import type { RateLimit } from '../shared-rate-limit.ts'

export type MusicBrainzSettings = {
  /** Address of the web service, up to and including `/ws/2`. */
  url: string
  /** The operator's contact: part of the User-Agent, as the service asks. */
  contact: string
}

/**
 * One request per second and address is the rule, whatever the request; a tenth more, since two requests may travel at
 * different speed.
 */
export const musicBrainzRateLimit: RateLimit = { name: 'musicbrainz', intervalMs: 1_100 }

/** Calls the web service of MusicBrainz, version 2. */
export const createMusicBrainzClient =
  ({ url, contact }: MusicBrainzSettings) =>
  (path: string, parameters: Record<string, string | number>, signal: AbortSignal) => {
    const query = new URLSearchParams({ fmt: 'json' })
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
    return fetchJson(url, {
      path: `/${path}?${query}`,
      signal,
      deadlineMs: 15_000,
      bytesMax: 2_000_000,
      headers: { 'user-agent': `Sittings/0.1.0 ( ${contact} )` },
    })
  }
