import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { Problem } from '#src/problems/problem.ts'
import { findBoundary, markRetracted } from './queries.ts'
import { refusalToRetract } from './rules.ts'
import { viewBoundary } from './views.ts'

/** Lifts a boundary. Asked again it returns the first retraction; the boundary's revision stays what it was (operations, section 5). */
export const retractInterviewBoundary: Handler<'retractInterviewBoundary'> = ({ path, body, caller }, { db }) =>
  transact(db, async (trx) => {
    await lockArtist(trx, caller, path.id)
    const { boundary, ...head } = await findBoundary(trx, caller, path.id, path.boundaryId)
    if (boundary === null) throw new Problem('not_found')
    const refusal = refusalToRetract(boundary, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)
    if (boundary.retracted_at !== null) return { status: 200, body: { status: 'ok', boundary: viewBoundary(boundary) } }

    const event = nextEvent(head, {
      artistId: path.id,
      action: 'boundary.retracted',
      subject: `boundary:${boundary.id}`,
      revision: boundary.revision,
      actor: caller.subject,
      details: {},
    })
    const retracted = await markRetracted(trx, boundary.id, event)
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(retracted) } }
  })
