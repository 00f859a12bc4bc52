import { normalizeProfileUrl } from '#src/text/url/profile-url.ts'
import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Profiles have no revision: their content and decisions are compared with the trail. */
export async function* checkProfiles(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const profile of reading.readRows('artist_profiles')) {
    const toFinding = (what: string) => reading.createFinding('artist_profiles', { id: profile.id }, what)
    const events = trail.take(`profile:${profile.id}`)
    const [first] = events
    const last = events.at(-1)
    if (first === undefined || last === undefined) {
      yield toFinding('no event of the trail tells of it')
      continue
    }
    const { url, siteName, displayName, origin, state } = last.details
    if (url !== profile.url || siteName !== profile.site_name || displayName !== profile.display_name)
      yield toFinding(`it is not the profile of event ${last.seq}`)
    if (state !== profile.state || origin !== profile.origin)
      yield toFinding(`its state is not that of event ${last.seq}`)
    if (normalizeProfileUrl(profile.url) !== profile.url_key) yield toFinding('its `url_key` is not that of its url')
    if (!isSameInstant(profile.created_at, first.at)) yield toFinding(`it was not added when event ${first.seq} says`)
    const decidedAt = profile.state === 'candidate' ? null : last.at
    if (!isSameInstant(profile.decided_at, decidedAt)) yield toFinding(`it was not decided when event ${last.seq} says`)
  }
}
