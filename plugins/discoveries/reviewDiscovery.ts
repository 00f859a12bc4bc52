import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { BoundQuery } from '#src/database/prepared-query.ts'
import { chooseTextCuration, toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { markCuration } from '#src/evidence/sources/save.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { enqueueReaders } from '#src/research/embed/queries.ts'
import { buildPromotedId, buildPromotion } from './promotion.ts'
import { findForReview, markReviewed } from './queries.ts'
import { conflictsWithOtherUse, isDecided, nextCandidate, refusalToReview } from './rules.ts'
import { viewCandidate } from './views.ts'

/**
 * Decides about a candidate (operations, section 7). An approval makes its text or link eligible and queues a Lore
 * refresh in the same commit; a reopening takes a decision back, with the evidence that an approval made. The other
 * decisions keep the candidate from coming back by itself.
 */
export const reviewDiscovery: Handler<'reviewDiscovery'> = ({ path, body, caller }, { db, newId, providers }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { id: artistId } = path
    const { decision } = body
    const candidateId = path.candidateId.toLowerCase()
    const promotedId = buildPromotedId(candidateId)
    const { candidate: before, isPromoted, now, ...uses } = await tx.read(findForReview, { candidateId, promotedId })
    if (before === null) throw new Problem('not_found')
    if (isDecided(before, decision)) return { status: 200, body: { status: 'ok', candidate: viewCandidate(before) } }
    const refusal = refusalToReview(before, decision, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)
    const approves = decision === 'approve'
    if (approves && conflictsWithOtherUse(before, uses)) throw new Problem('link_conflict')

    const candidate = nextCandidate(artistId, before, decision)
    const { revision, curation, identity, source_id: sourceId } = candidate
    const promotion = approves && !isPromoted ? await buildPromotion(tx.trx, artistId, before, now) : undefined
    const details = { curation, identity, promoted: (promotion && promotedId) ?? null }
    tx.stage({ action: 'discovery.reviewed', subject: `candidate:${candidateId}`, revision, details })
    const writes: BoundQuery<unknown>[] = [markReviewed(db, artistId, candidate, before.revision)]
    // The text follows the decision: a rejected one is no evidence, for whichever reason.
    if (sourceId !== null) writes.push(markCuration(db, artistId, [sourceId], chooseTextCuration(curation)).compile())
    if (promotion !== undefined) {
      const { source, text } = promotion
      const { total_chars: chars, truncated } = text
      const details = { candidateId, chars, truncated, source: toAuditedSource(source) }
      tx.stage({ action: 'source.promoted', subject: promotedId, revision: source.revision, details })
      writes.push(db.insertInto('sources').values(source).compile())
      writes.push(db.insertInto('source_revisions').values(text).compile())
    }
    if (isPromoted && (approves || before.curation === 'approved')) {
      const details = { curation: approves ? 'approved' : 'rejected' }
      tx.stage({ action: 'source.reviewed', subject: promotedId, revision: null, details })
      writes.push(markCuration(db, artistId, [promotedId], details.curation).compile())
    }
    // A decision against a candidate that was never evidence changes nothing for those who read it.
    if (approves || before.curation === 'approved')
      writes.push(enqueueReaders(db, artistId, { newId, providers }).compile())
    return await tx.commit(writes, { status: 200, body: { status: 'ok', candidate: viewCandidate(candidate) } })
  })
