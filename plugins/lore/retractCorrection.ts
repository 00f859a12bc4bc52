import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { retract } from '#src/records/memory/retract.ts'
import { viewCorrection } from './views.ts'

/** Takes a correction back (operations, section 5). */
export const retractCorrection: Handler<'retractCorrection'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId, correctionId } = path
  return changeArtist(db, findCorrection({ caller, artistId, correctionId }), async (tx, { correction }) => {
    const retracted = retract(tx, 'correction', correction, { revision: body.revision, db, newId })
    return { status: 200, body: { status: 'ok', correction: viewCorrection(retracted) } }
  })
}

const findCorrection = prepareRead((db, { artistId, correctionId }: { artistId: string; correctionId: string }) => {
  const corrections = db.selectFrom('corrections').where('artist_id', '=', artistId)
  return [jsonObjectFrom(corrections.selectAll().where('id', '=', correctionId)).as('correction')]
})
