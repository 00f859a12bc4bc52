import { buildClaimSubject } from '../claims.ts'
import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** A claim's state and instant must be those of its last event. */
export async function* checkClaims(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const claim of reading.readRows('claims')) {
    // `user_id` holds the subject here.
    const toFinding = (what: string) => reading.createFinding('claims', { user_id: claim.user_id }, what)
    const last = trail.take(buildClaimSubject(claim.user_id)).at(-1)
    if (last === undefined) yield toFinding('no event of the trail tells of it')
    else if (last.details.state !== claim.state) yield toFinding(`its state is not that of event ${last.seq}`)
    else if (!isSameInstant(claim.decided_at, last.at))
      yield toFinding(`it was not decided when event ${last.seq} says`)
  }
}
