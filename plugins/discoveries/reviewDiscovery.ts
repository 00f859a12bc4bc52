import { lockArtist } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { transact } from '#src/database/transact.ts'
import { indexSource } from '#src/evidence/search/index-source.ts'
import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { storedCharsMax } from '#src/evidence/sources/truncate-text.ts'
import { type ChainHead, nextEvent } from '#src/records/audit/events.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { buildPromotion, type Promotion, toVaultRow } from './promotion.ts'
import { type CandidateRow, findCandidate, listAddressUses } from './queries.ts'
import { saveReview } from './review-queries.ts'
import { conflictsWithOtherUse, isDecided, nextReviewStatus, refusalToReview } from './rules.ts'
import { viewCandidate } from './views.ts'

/**
 * Decides about a candidate. An approval makes its text or link eligible and asks for the Lore to be composed anew, in
 * the same commit; every other decision keeps it from coming back by itself (operations, section 7).
 */
export const reviewDiscovery: Handler<'reviewDiscovery'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const artistId = path.id
    await lockArtist(trx, caller, artistId)
    const { candidate, ...head } = await findCandidate(trx, caller, artistId, path.candidateId)
    if (candidate === null) throw new Problem('not_found')
    if (isDecided(candidate, body.decision)) return answer(candidate)
    const refusal = refusalToReview(candidate, body.revision)
    if (refusal !== undefined) throw new Problem(refusal)

    const approves = body.decision === 'approve'
    if (approves && conflictsWithOtherUse(candidate, await listAddressUses(trx, artistId)))
      throw new Problem('link_conflict')
    const promotion = approves ? await buildPromotion(trx, artistId, candidate) : undefined
    const after = nextCandidate(artistId, candidate, nextReviewStatus(candidate, body.decision))
    const events = eventsOf(head, artistId, caller.subject, after, promotion)
    const loreJobId = approves ? newId() : undefined
    await saveReview(trx, artistId, { before: candidate, after, promotion, head, events, loreJobId })
    if (promotion !== undefined) await indexPromoted(trx, artistId, promotion)
    return answer(after)
  })

const answer = (candidate: CandidateRow) =>
  ({ status: 200, body: { status: 'ok', candidate: viewCandidate(candidate) } }) as const

function nextCandidate(artistId: string, before: CandidateRow, standing: ReturnType<typeof nextReviewStatus>) {
  const { id: candidateId, url, title, destination, reason, revision: previous } = before
  const content = { url, title, destination, reason, ...standing }
  return { ...before, ...standing, revision: computeCandidateRevision({ artistId, candidateId, ...content, previous }) }
}

/** One event a change: the decision, and the record that it made. */
function eventsOf(
  head: ChainHead,
  artistId: string,
  actor: string,
  after: CandidateRow,
  promotion: Promotion | undefined,
): Parameters<typeof saveReview>[2]['events'] {
  const decided = nextEvent(head, {
    ...{ artistId, actor, action: 'discovery.reviewed', subject: `candidate:${after.id}`, revision: after.revision },
    details: { curation: after.curation, identity: after.identity, promoted: promotion?.sourceId ?? null },
  })
  if (promotion === undefined) return [decided]
  const { sourceId, revision, text, discovery } = promotion
  const source = toAuditedSource(toVaultRow(after, promotion, head.now))
  const promoted = nextEvent(
    { audit_seq: decided.seq, audit_head: decided.hash, now: head.now },
    {
      ...{ artistId, actor, action: 'source.promoted', subject: sourceId, revision },
      details: { candidateId: after.id, chars: text.length, truncated: discovery.truncated, source },
    },
  )
  return [decided, promoted]
}

/**
 * A text of an import may be eighty times as long as one that was found; it is put into the index by the searches that
 * follow.
 */
async function indexPromoted(
  trx: Parameters<typeof indexSource>[0],
  artistId: string,
  { sourceId, revision, text }: Promotion,
): Promise<void> {
  if (text.length <= storedCharsMax) await indexSource(trx, artistId, sourceId, revision, text)
}
