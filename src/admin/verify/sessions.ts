import { isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

/** Sittings have no revision: their number, request, start and end are compared with the trail. */
export async function* checkSessions(reading: VerificationContext, trail: EventIndex): Mismatches {
  for await (const session of reading.rows('interview_sessions')) {
    const finding = (what: string) => reading.finding('interview_sessions', { id: session.id }, what)
    const events = trail.take(`session:${session.id}`)
    const started = events.find(({ action }) => action === 'sitting.started')
    const finished = events.find(({ action }) => action === 'sitting.finished')
    if (started === undefined) {
      yield finding('no event of the trail tells of its start')
      continue
    }
    const { sitting, requestId } = started.details
    if (sitting !== session.sitting) yield finding(`its sitting is not the ${sitting} of the trail`)
    if (requestId !== session.request_id) yield finding('it was started by another request')
    if (!isSameInstant(session.created_at, started.at)) yield finding('it was started at another instant')
    if (!isSameInstant(session.closed_at, finished?.at ?? null)) yield finding('it was not closed when the trail says')
    if (session.state !== (finished === undefined ? 'active' : 'finished'))
      yield finding('its state is not the one of the trail')
  }
}
