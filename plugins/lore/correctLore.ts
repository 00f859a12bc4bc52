import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { saveCorrections } from '#src/records/memory/save-correction.ts'
import { findForCorrection } from './correction-queries.ts'
import { isSameCorrection, newCorrection, readClaim } from './rules.ts'
import { viewCorrection } from './views.ts'

/** Most corrections of an artist that hold: the mandatory memory carries them all. */
const holdingMax = 500

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
    if (lore.length === 0) throw new Problem('not_found')
    const named = lore.find(({ revision }) => revision === body.loreRevision)
    if (named === undefined) throw new Problem('revision_changed')
    if ((holding ?? 0) >= holdingMax) throw new Problem('limit_exceeded')

    const claim = readClaim(named.text, body)
    const correction = newCorrection(body, { artistId: path.id, id: newId(), claim })
    const { loreRevision, start, end } = body
    const event = tx.addEvent('correction.saved', {
      subject: `correction:${correction.id}`,
      revision: correction.revision,
      details: { number: 1, requestId: correction.request_id, loreRevision, start, end },
    })
    const at = event.instant
    const writes = [...saveCorrections(db, path.id, [correction], at), upsertJob(newLoreRefresh(path.id, newId()))]
    const view = viewCorrection({ ...correction, created_at: at, updated_at: at, retracted_at: null })
    return await tx.commit(writes, { status: 200, body: { status: 'ok', correction: view } })
  })
