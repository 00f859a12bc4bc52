import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findBoundary, markRetracted } from './boundary-queries.ts'
import { refusalToRetract } from './rules.ts'
import { viewBoundary } from './views.ts'

/**
 * Retracts a boundary, and queues a Lore refresh, which then ignores the boundary. A repeated request returns the first
 * retraction; the boundary keeps its revision (operations, section 5).
 */
export const retractInterviewBoundary: Handler<'retractInterviewBoundary'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { boundary } = await tx.read(findBoundary, { boundaryId: path.boundaryId })
    if (boundary === null) throw new Problem('not_found')
    const refusal = refusalToRetract(boundary, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)
    if (boundary.retracted_at !== null) return { status: 200, body: { status: 'ok', boundary: viewBoundary(boundary) } }

    const event = tx.addEvent('boundary.retracted', {
      subject: `boundary:${boundary.id}`,
      revision: boundary.revision,
      details: {},
    })
    const retracted = { ...boundary, retracted_at: event.instant }
    return await tx.commit([markRetracted(boundary.id, event), upsertJob(newLoreRefresh(path.id, newId()))], {
      status: 200,
      body: { status: 'ok', boundary: viewBoundary(retracted) },
    })
  })
