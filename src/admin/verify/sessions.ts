import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Sittings have no revision: their number, request, start and end are compared with the trail. */
export async function* checkSessions(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const session of reading.readRows('interview_sessions')) {
    const toFinding = (what: string) => reading.createFinding('interview_sessions', { id: session.id }, what)
    const events = trail.take(`session:${session.id}`)
    const started = events.find(({ action }) => action === 'sitting.started')
    const finished = events.find(({ action }) => action === 'sitting.finished')
    if (started === undefined) {
      yield toFinding('no event of the trail tells of its start')
      continue
    }
    const { sitting, requestId } = started.details
    if (sitting !== session.sitting) yield toFinding(`its sitting is not the ${sitting} of the trail`)
    if (requestId !== session.request_id) yield toFinding('it was started by another request')
    if (!isSameInstant(session.created_at, started.at)) yield toFinding('it was started at another instant')
    if (!isSameInstant(session.closed_at, finished?.at ?? null))
      yield toFinding('it was not closed when the trail says')
    if (session.state !== (finished === undefined ? 'active' : 'finished'))
      yield toFinding('its state is not the one of the trail')
  }
}
