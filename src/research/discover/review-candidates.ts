import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { captureText } from '#src/evidence/sources/capture-text.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { type CandidateObject, computeCandidateRevision, type Revision } from '#src/text/revisions.ts'
import { canonicalizeUrl, normalizePageUrl } from '#src/text/url/canonical-url.ts'

/** A page that research proposes; with its text, unless it is to be a link. */
export type Proposal = Pick<CandidateObject, 'url' | 'title' | 'destination' | 'reason'> & {
  text?: { text: string; truncated: boolean; publishedAt: string | null }
  /** The provider that found it. */
  provider: string
  jobId: string
}

/** `known`: the address has a candidate already, whatever its review decided, and nothing was written. */
export type ProposalOutcome = { candidateId: string; sourceId: string | null; revision: Revision | null } | 'known'

/** Candidates that may wait for a review at a time: a longer queue would not be read to its end. */
export const pendingCandidatesMax = 300

/**
 * Puts a page into the review queue: the candidate, a discovery with the text, and the audit event of both. The event
 * contains nothing of the page's content.
 * @param id of the candidate, and of the discovery that holds the text
 */
export async function proposeCandidate(
  trx: Transaction<DB>,
  trail: AuditTrail,
  id: string,
  proposal: Proposal,
): Promise<ProposalOutcome> {
  const { artistId, now } = trail
  const url = canonicalizeUrl(proposal.url)
  const canonicalUrl = normalizePageUrl(proposal.url)
  if (url === undefined || canonicalUrl === undefined || (await isKnown(trx, artistId, canonicalUrl))) return 'known'
  const { title, destination, reason, jobId } = proposal
  const content = { url, title, destination, identity: 'unresolved', curation: 'pending', reason } as const
  const revision = computeCandidateRevision({ artistId, candidateId: id, ...content, previous: null })
  const source = await storeFound(trx, trail, `discovery:${id}`, proposal)
  await trx
    .insertInto('discoveries')
    .values({
      artist_id: artistId,
      id,
      ...content,
      canonical_url: canonicalUrl,
      revision,
      previous: null,
      source_id: source?.sourceId ?? null,
      created_at: now,
    })
    .execute()
  await trail.append({
    action: 'discovery.found',
    subject: `candidate:${id}`,
    revision,
    details: { destination, jobId, addressed: true, sourceRevision: source?.revision ?? null },
  })
  return { candidateId: id, sourceId: source?.sourceId ?? null, revision: source?.revision ?? null }
}

async function isKnown(trx: Transaction<DB>, artistId: string, canonicalUrl: string): Promise<boolean> {
  const known = trx.selectFrom('discoveries').select('id').where('artist_id', '=', artistId)
  return (await known.where('canonical_url', '=', canonicalUrl).executeTakeFirst()) !== undefined
}

async function storeFound(trx: Transaction<DB>, trail: AuditTrail, sourceId: string, proposal: Proposal) {
  if (proposal.text === undefined) return undefined
  const { text, truncated, publishedAt } = proposal.text
  const { revision } = await captureText(trx, trail, {
    sourceId,
    text,
    truncated,
    action: 'source.captured',
    details: { truncated, jobId: proposal.jobId },
    row: {
      kind: 'discovery',
      title: proposal.title,
      url: canonicalizeUrl(proposal.url) ?? null,
      published_at: publishedAt,
      provider: proposal.provider,
      method: 'web_page',
      curation: 'pending',
      evidence_kind: 'original_text',
      speaker: 'not_applicable',
    },
  })
  return { sourceId, revision }
}

/** How many candidates wait for a review. */
export async function countPending(trx: Transaction<DB>, artistId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('discoveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('artist_id', '=', artistId)
    .where('curation', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}
