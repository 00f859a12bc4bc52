import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh, selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import { newCorrection, saveCorrections } from '#src/records/memory/save-correction.ts'
import { readClaim } from './rules.ts'
import { viewCorrection } from './views.ts'

/** Most corrections of an artist that hold: the mandatory memory carries them all. */
const holdingMax = 500

/**
 * Corrects a passage of the published Lore or of the proposal (operations, section 5). A request that saved a
 * correction before gets that one, retracted or not, also when the Lore has changed since. The Lore refresh is queued
 * in the same commit.
 */
export const correctLore: Handler<'correctLore'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId } = path
  const { loreRevision, start, end, correction } = body
  const scope = findForCorrection({ caller, artistId, requestId: body.requestId })
  return changeArtist(db, scope, async (tx, { saved, holding, published, newest }) => {
    if (saved !== null) {
      const isSamePassage =
        saved.lore_revision === loreRevision && saved.claim_start === start && saved.claim_end === end
      if (!isSamePassage || saved.correction !== correction) throw new Problem('request_conflict')
      return { status: 200, body: { status: 'ok', correction: viewCorrection(saved) } }
    }
    if (newest === null) throw new Problem('not_found')
    const lore = [published, newest].find((version) => version?.revision === loreRevision)
    if (!lore) throw new Problem('revision_changed')
    if ((holding ?? 0) >= holdingMax) throw new Problem('limit_exceeded')

    const first = newCorrection(artistId, { id: newId(), claim: readClaim(lore.text, body), correction })
    const requestId = body.requestId.toLowerCase()
    const { instant } = tx.stage({
      action: 'correction.saved',
      subject: `correction:${first.id}`,
      revision: first.revision,
      details: { number: 1, requestId, loreRevision, start, end },
    })
    const row = { ...first, request_id: requestId, lore_revision: loreRevision, claim_start: start, claim_end: end }
    tx.write(...saveCorrections(db, artistId, [row], instant), upsertJob(newLoreRefresh(artistId, newId())))
    const view = viewCorrection({ ...row, created_at: instant, updated_at: instant, retracted_at: null })
    return { status: 200, body: { status: 'ok', correction: view } }
  })
}

const findForCorrection = prepareRead((db, { artistId, requestId }: { artistId: string; requestId: string }) => {
  const corrections = db.selectFrom('corrections').where('artist_id', '=', artistId)
  const holding = corrections.select(sql<number>`count(*)::int4`.as('count')).where('retracted_at', 'is', null)
  return [
    jsonObjectFrom(corrections.selectAll().where('request_id', '=', requestId)).as('saved'),
    jsonObjectFrom(selectPublishedLore(db, artistId).select(['text', 'revision'])).as('published'),
    jsonObjectFrom(selectNewestLore(db, artistId).select(['text', 'revision'])).as('newest'),
    holding.as('holding'),
  ]
})
