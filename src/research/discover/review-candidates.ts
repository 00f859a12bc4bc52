import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { captureText } from '#src/evidence/sources/save.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { type CandidateObject, computeCandidateRevision } from '#src/text/revisions.ts'
import { canonicalizeUrl, normalizePageUrl } from '#src/text/url/page-url.ts'

/** A page that research proposes; with its text, unless it is to be a link. */
export type Proposal = Pick<CandidateObject, 'url' | 'title' | 'destination' | 'reason'> & {
  text?: { text: string; truncated: boolean; publishedAt: string | null }
  /** The provider that found it. */
  provider: string
  jobId: string
}

/**
 * `known`: the address has a candidate already, whatever its review decided, or cannot be kept; `full`: too many wait
 * for a review.
 */
type ProposalOutcome = 'proposed' | 'known' | 'full'

/** Candidates that may wait for a review at a time: a longer queue would not be read to its end. */
export const pendingCandidatesMax = 300

/**
 * Puts a page into the review queue: the candidate, a discovery with the text, and the audit event of both. The event
 * contains nothing of the page's content.
 * @param id of the candidate, and of the discovery that holds the text
 */
export async function proposeCandidate(change: AuditTrail, id: string, proposal: Proposal): Promise<ProposalOutcome> {
  const { trx, artistId, now } = change
  const url = canonicalizeUrl(proposal.url)
  const canonicalUrl = normalizePageUrl(proposal.url)
  if (url === undefined || url.length > 2048 || canonicalUrl === undefined) return 'known'
  const { pending, known } = await findCandidates(trx, artistId, canonicalUrl)
  if (pending >= pendingCandidatesMax) return 'full'
  if (known > 0) return 'known'
  const { title, destination, reason, jobId } = proposal
  const content = { url, title, destination, identity: 'unresolved', curation: 'pending', reason } as const
  const revision = computeCandidateRevision({ artistId, candidateId: id, ...content, previous: null })
  const sourceId = `discovery:${id}`
  const captured =
    proposal.text &&
    (await captureText(trx, change, {
      sourceId,
      text: proposal.text.text,
      truncated: proposal.text.truncated,
      details: { truncated: proposal.text.truncated, jobId },
      row: {
        kind: 'discovery',
        title,
        url,
        published_at: proposal.text.publishedAt,
        provider: proposal.provider,
        method: 'web_page',
        curation: 'pending',
        evidence_kind: 'original_text',
        speaker: 'not_applicable',
      },
    }))
  await trx
    .insertInto('discoveries')
    .values({
      artist_id: artistId,
      id,
      ...content,
      canonical_url: canonicalUrl,
      revision,
      previous: null,
      source_id: captured === undefined ? null : sourceId,
      created_at: now,
    })
    .execute()
  change.stage({
    action: 'discovery.found',
    subject: `candidate:${id}`,
    revision,
    details: { destination, jobId, addressed: true, sourceRevision: captured?.revision ?? null },
  })
  return 'proposed'
}

/** How many candidates wait for a review, and whether one has this address. */
async function findCandidates(trx: Transaction<DB>, artistId: string, canonicalUrl: string) {
  return await trx
    .selectFrom('discoveries')
    .select((eb) => eb.fn.countAll<number>().filterWhere('curation', '=', 'pending').as('pending'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('canonical_url', '=', canonicalUrl).as('known'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
}
