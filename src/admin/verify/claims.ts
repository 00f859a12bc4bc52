import { claimSubject } from '../claims.ts'
import { type Reading, sameInstant } from './context.ts'
import type { Findings } from './mismatch.ts'
import type { Trail } from './trail.ts'

/** Who may speak for the artist is what the trail says last about each claimant, and since when. */
export async function* findingsInClaims(reading: Reading, trail: Trail): Findings {
  for await (const claim of reading.rows('claims')) {
    // The row's `user_id` is read as the user's subject.
    const finding = (what: string) => reading.finding('claims', { user_id: claim.user_id }, what)
    const last = trail.take(claimSubject(claim.user_id)).at(-1)
    if (last === undefined) yield finding('no event of the trail tells of it')
    else if (last.details.state !== claim.state) yield finding(`its state is not that of event ${last.seq}`)
    else if (!sameInstant(claim.decided_at, last.at)) yield finding(`it was not decided when event ${last.seq} says`)
  }
}
