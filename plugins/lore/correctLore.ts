import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findForCorrection, insertCorrection } from './correction-queries.ts'
import { isSameCorrection, newCorrection, readClaim, refusalToCorrect } from './rules.ts'
import { viewCorrection } from './views.ts'

/**
 * Corrects a passage of the published Lore or of the proposal (operations, section 5). A request that saved a
 * correction before gets that one, retracted or not, also when the Lore has changed since. The Lore refresh is queued
 * in the same commit.
 */
export const correctLore: Handler<'correctLore'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { saved, holding, ...read } = await tx.read(findForCorrection, { requestId: body.requestId })
    if (saved !== null) {
      if (!isSameCorrection(saved, body)) throw new Problem('request_conflict')
      return { status: 200, body: { status: 'ok', correction: viewCorrection(saved) } }
    }
    const lore = [read.published, read.newest].filter((version) => version !== null)
    const refusal = refusalToCorrect(lore, holding ?? 0, body)
    if (refusal !== undefined) throw new Problem(refusal)

    const claim = readClaim(lore.find(({ revision }) => revision === body.loreRevision)?.text ?? '', body)
    const correction = newCorrection(body, { artistId: path.id, id: newId(), claim })
    const event = tx.addEvent('correction.saved', {
      subject: `correction:${correction.id}`,
      revision: correction.revision,
      details: {
        number: 1,
        requestId: correction.request_id,
        loreRevision: body.loreRevision,
        start: body.start,
        end: body.end,
      },
    })
    const row = { ...correction, created_at: event.instant, updated_at: event.instant, retracted_at: null }
    return await tx.commit([...insertCorrection(correction, event), upsertJob(newLoreRefresh(path.id, newId()))], {
      status: 200,
      body: { status: 'ok', correction: viewCorrection(row) },
    })
  })
