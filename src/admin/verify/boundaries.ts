import { type BoundaryObject, computeBoundaryRevision } from '#src/text/revisions.ts'
import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Checks each boundary's revision, and its saved and retracted instants against the trail. */
export async function* checkBoundaries(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const boundary of reading.readRows('interview_boundaries')) {
    const { artist_id: artistId, id: boundaryId, wording, sitting, question_key: questionKey, question } = boundary
    const toFinding = (what: string) => reading.createFinding('interview_boundaries', { id: boundaryId }, what)
    const scope = boundary.scope as BoundaryObject['scope']
    const revision = computeBoundaryRevision({ artistId, boundaryId, wording, scope, sitting, questionKey, question })
    if (revision !== boundary.revision) yield toFinding('its revision is not that of its content')

    const events = trail.take(`boundary:${boundaryId}`)
    const saved = events.find(({ action }) => action === 'boundary.saved')
    const retracted = events.find(({ action }) => action === 'boundary.retracted')
    if (saved === undefined) {
      yield toFinding('no event of the trail tells of it')
      continue
    }
    const { requestId, entryId } = saved.details
    if (saved.revision !== boundary.revision) yield toFinding(`its revision is not that of event ${saved.seq}`)
    if (requestId !== boundary.request_id || entryId !== boundary.entry_id)
      yield toFinding(`event ${saved.seq} tells of another request or question`)
    if (!isSameInstant(boundary.created_at, saved.at)) yield toFinding(`it was not saved when event ${saved.seq} says`)
    if (!isSameInstant(boundary.retracted_at, retracted?.at ?? null))
      yield toFinding('it was not retracted when the trail says')
  }
}
