import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { only } from '#src/database/ask.ts'
import { change } from '#src/database/change/change.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { findBoundary, markRetracted } from './boundary-queries.ts'
import { refusalToRetract } from './rules.ts'
import { viewBoundary } from './views.ts'

/**
 * Lifts a boundary, and asks for a Lore that need not respect it any more. Asked again it returns the first retraction;
 * the boundary's revision stays what it was (operations, section 5).
 */
export const retractInterviewBoundary: Handler<'retractInterviewBoundary'> = ({ path, body, caller }, { db, newId }) =>
  change(db, path.id, async (changing) => {
    const forArtist = { caller, artistId: path.id }
    const reading = findBoundary({ ...forArtist, boundaryId: path.boundaryId })
    const [{ boundary, ...head }] = await readAuthorized(changing, forArtist, reading)
    if (boundary === null) throw new Problem('not_found')
    const refusal = refusalToRetract(boundary, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)
    if (boundary.retracted_at !== null) return { status: 200, body: { status: 'ok', boundary: viewBoundary(boundary) } }
    await changing.inTurn()

    const event = nextEvent(head, {
      artistId: path.id,
      action: 'boundary.retracted',
      subject: `boundary:${boundary.id}`,
      revision: boundary.revision,
      actor: caller.subject,
      details: {},
    })
    const retracted = only(
      await changing.keep(markRetracted({ boundaryId: boundary.id, event: toEventRow(event), jobId: newId() })),
    )
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(retracted) } }
  })
