import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { chooseTextCuration } from '#src/evidence/sources/audited-source.ts'
import { markCuration } from '#src/evidence/sources/save.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { enqueueReaders } from '#src/research/embed/queries.ts'
import { buildPromotedId, buildPromotion, insertPromotion } from './promotion.ts'
import { findCandidate, isSource, listAddressUses, markReviewed } from './queries.ts'
import { conflictsWithOtherUse, isDecided, nextCandidate, refusalToReview } from './rules.ts'
import { viewCandidate } from './views.ts'

/**
 * Decides about a candidate (operations, section 7). An approval makes its text or link eligible and queues a Lore
 * refresh in the same commit; a reopening takes a decision back, with the evidence that an approval made. The other
 * decisions keep the candidate from coming back by itself.
 */
export const reviewDiscovery: Handler<'reviewDiscovery'> = async ({ path, body, caller }, { db, newId, providers }) => {
  const { id: artistId, candidateId } = path
  const { decision } = body
  const candidate = await changeArtist(db, { artistId, caller }, async (change) => {
    const tx = await change.open()
    const before = await findCandidate(tx.trx, artistId, candidateId)
    if (before === undefined) throw new Problem('not_found')
    if (isDecided(before, decision)) return before
    const refusal = refusalToReview(before, decision, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)
    const approves = decision === 'approve'
    const promotedId = buildPromotedId(before.id)
    if (approves && conflictsWithOtherUse(before, await listAddressUses(tx.trx, artistId, promotedId)))
      throw new Problem('link_conflict')

    const candidate = nextCandidate(artistId, before, decision)
    const { id, revision, curation, identity, source_id: sourceId } = candidate
    const isPromoted = await isSource(tx.trx, artistId, promotedId)
    const promotion = approves && !isPromoted ? await buildPromotion(tx.trx, artistId, before, tx.now) : undefined
    const details = { curation, identity, promoted: promotion?.source.source_id ?? null }
    tx.stage({ action: 'discovery.reviewed', subject: `candidate:${id}`, revision, details })
    await markReviewed(tx.trx, artistId, candidate, before.revision)
    // The text follows the decision: a rejected one is no evidence, for whichever reason.
    if (sourceId !== null) await markCuration(tx.trx, artistId, [sourceId], chooseTextCuration(curation))
    if (promotion !== undefined) await insertPromotion(tx, id, promotion)
    if (!approves && before.curation !== 'approved') return candidate

    if (isPromoted) {
      const curation = approves ? 'approved' : 'rejected'
      tx.stage({ action: 'source.reviewed', subject: promotedId, revision: null, details: { curation } })
      await markCuration(tx.trx, artistId, [promotedId], curation)
    }
    await tx.flush()
    await enqueueReaders(tx.trx, artistId, { newId, providers })
    return candidate
  })
  return { status: 200, body: { status: 'ok', candidate: viewCandidate(candidate) } }
}
