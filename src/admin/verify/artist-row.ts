import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Name and biography must be the last values in the audit trail; what was never recorded there cannot be compared. */
export async function* checkArtistRow(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const artist of reading.readRows('artists')) {
    const toFinding = (what: string) => reading.createFinding('artists', { id: artist.id }, what)
    const events = trail.take(`artist:${artist.id}`)
    for (const column of ['name', 'bio'] as const) {
      const last = events.findLast(({ details }) => column in details)
      if (last !== undefined && last.details[column] !== artist[column])
        yield toFinding(`its ${column} is not that of event ${last.seq}`)
    }
    const { createdAt } = events[0]?.details ?? {}
    if (typeof createdAt === 'string' && !isSameInstant(new Date(createdAt), artist.created_at))
      yield toFinding(`it was not made when event ${events[0]?.seq} says`)
  }
}
