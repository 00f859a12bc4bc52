import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findCorrection, markCorrectionRetracted } from './correction-queries.ts'
import { requireRevision } from './rules.ts'
import { viewCorrection } from './views.ts'

/**
 * Takes a correction back and queues the Lore refresh in the same commit. A repeated retraction returns the first; the
 * correction's revision stays what it was.
 */
export const retractCorrection: Handler<'retractCorrection'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { correction } = await tx.read(findCorrection, { correctionId: path.correctionId })
    if (correction === null) throw new Problem('not_found')
    requireRevision(correction, body.revision)
    if (correction.retracted_at !== null)
      return { status: 200, body: { status: 'ok', correction: viewCorrection(correction) } }

    const event = tx.addEvent('correction.retracted', {
      subject: `correction:${correction.id}`,
      revision: correction.revision,
      details: {},
    })
    return await tx.commit(
      [markCorrectionRetracted(correction.id, event), upsertJob(newLoreRefresh(path.id, newId()))],
      {
        status: 200,
        body: { status: 'ok', correction: viewCorrection({ ...correction, retracted_at: event.instant }) },
      },
    )
  })
