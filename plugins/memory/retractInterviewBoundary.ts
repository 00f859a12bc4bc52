import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { retract } from '#src/records/memory/retract.ts'
import { viewBoundary } from './boundaries.ts'

/** Takes a boundary back (operations, section 5). */
export const retractInterviewBoundary: Handler<'retractInterviewBoundary'> = (
  { path, body, caller },
  { db, newId },
) => {
  const { id: artistId, boundaryId } = path
  return changeArtist(db, findBoundary({ caller, artistId, boundaryId }), async (tx, { boundary }) => {
    const retracted = retract(tx, 'boundary', boundary, { revision: body.revision, db, newId })
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(retracted) } }
  })
}

const findBoundary = prepareRead((db, { artistId, boundaryId }: { artistId: string; boundaryId: string }) => {
  const boundaries = db.selectFrom('interview_boundaries').where('artist_id', '=', artistId)
  return [jsonObjectFrom(boundaries.selectAll().where('id', '=', boundaryId)).as('boundary')]
})
