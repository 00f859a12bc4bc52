import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { backfillIndex } from '#src/evidence/search/backfill-index.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { newEmbedding } from '#src/research/embed/queries.ts'
import {
  buildPromotedId,
  buildPromotion,
  buildPromotionDetails,
  findForApproval,
  findForReview,
  insertPromotion,
  markReviewed,
  markText,
} from './review-queries.ts'
import { conflictsWithOtherUse, isDecided, nextCandidate, refusalToReview } from './rules.ts'
import { viewCandidate } from './views.ts'

/**
 * Decides about a candidate (operations, section 7). An approval makes its text or link eligible and queues a Lore
 * refresh in the same commit; a reopening takes a decision back, with the evidence that an approval made. The other
 * decisions keep the candidate from coming back by itself.
 */
export const reviewDiscovery: Handler<'reviewDiscovery'> = async ({ path, body, caller }, { db, newId, providers }) => {
  const { id: artistId, candidateId } = path
  const scope = { candidateId, promotedId: buildPromotedId(candidateId) }
  const { candidate, promotion } = await changeArtist(db, { artistId, caller }, async (tx) => {
    const approves = body.decision === 'approve'
    const { candidate, promoted, uses } = approves
      ? await tx.read(findForApproval, scope)
      : { ...(await tx.read(findForReview, scope)), uses: [] }
    if (candidate === null) throw new Problem('not_found')
    if (isDecided(candidate, body.decision)) return { candidate, promotion: undefined }
    const refusal = refusalToReview(candidate, body.decision, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)
    if (conflictsWithOtherUse(candidate, uses)) throw new Problem('link_conflict')

    const promotion = approves && promoted === null ? await buildPromotion(tx.trx, artistId, candidate) : undefined
    const after = nextCandidate(artistId, candidate, body.decision)
    const event = tx.addEvent('discovery.reviewed', {
      subject: `candidate:${after.id}`,
      revision: after.revision,
      details: { curation: after.curation, identity: after.identity, promoted: promotion?.sourceId ?? null },
    })
    if (promotion !== undefined) {
      const { sourceId: subject, revision } = promotion
      tx.addEvent('source.promoted', { subject, revision, details: buildPromotionDetails(after, promotion, event.at) })
    }
    const changesEvidence = approves || candidate.curation === 'approved'
    const promotedSourceId = changesEvidence ? promoted : null
    const promotedCuration = approves ? 'approved' : 'rejected'
    if (promotedSourceId !== null) {
      tx.addEvent('source.reviewed', {
        subject: promotedSourceId,
        revision: null,
        details: { curation: promotedCuration },
      })
    }
    const writes = [
      ...markReviewed(candidate, after, event),
      ...(promotion === undefined ? [] : insertPromotion(after, promotion, event)),
      ...(promotedSourceId === null ? [] : [markText(artistId, promotedSourceId, promotedCuration)]),
      ...(changesEvidence ? [upsertJob(newLoreRefresh(artistId, newId()))] : []),
      ...(changesEvidence && providers.embeddings ? [upsertJob(newEmbedding(artistId, newId()))] : []),
    ]
    return await tx.commit(writes, { candidate: after, promotion })
  })
  // The beginning of a long text: the searches that follow put the rest into the index.
  if (promotion !== undefined) {
    await backfillIndex(db, [{ artistId, sourceId: promotion.sourceId, revision: promotion.revision }])
  }
  return { status: 200, body: { status: 'ok', candidate: viewCandidate(candidate) } }
}
