import type { Handler } from '#plugins/handler.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { retract } from '#src/records/memory/retract.ts'
import { findBoundary } from './boundary-queries.ts'
import { viewBoundary } from './views.ts'

/** Takes a boundary back (operations, section 5). */
export const retractInterviewBoundary: Handler<'retractInterviewBoundary'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { boundary } = await tx.read(findBoundary, { boundaryId: path.boundaryId })
    const retracted = await retract(tx, 'boundary', boundary, { revision: body.revision, newId })
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(retracted) } }
  })
