import type { Handler } from '#plugins/handler.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { retract } from '#src/records/memory/retract.ts'
import { findCorrection } from './correction-queries.ts'
import { viewCorrection } from './views.ts'

/** Takes a correction back (operations, section 5). */
export const retractCorrection: Handler<'retractCorrection'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { correction } = await tx.read(findCorrection, { correctionId: path.correctionId })
    const retracted = await retract(tx, 'correction', correction, { revision: body.revision, newId })
    return { status: 200, body: { status: 'ok', correction: viewCorrection(retracted) } }
  })
