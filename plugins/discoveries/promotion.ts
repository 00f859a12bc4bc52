import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { computeSourceRevision, type Revision } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { type CandidateRow, findDiscovery } from './queries.ts'

/**
 * The record of the vault that an approved discovery becomes: the same text under an identity that can be cited and
 * searched.
 */
export type Promotion = {
  sourceId: string
  revision: Revision
  text: string
  discovery: NonNullable<Awaited<ReturnType<typeof findDiscovery>>>
}

/**
 * What an approval makes of a candidate's text. Evidence is the vault's (operations, section 6), so the text is kept
 * there once more, under the candidate's own uuid; the discovery stays as it was found, readable in every revision.
 * Undefined for a link.
 */
export async function buildPromotion(
  db: Kysely<DB>,
  artistId: string,
  { id, destination, source_id }: CandidateRow,
): Promise<Promotion | undefined> {
  if (destination === 'link' || source_id === null) return undefined
  const discovery = await findDiscovery(db, artistId, source_id)
  if (discovery === undefined) return undefined
  const sourceId = buildPromotedId(id)
  const text = fromUtf16(discovery.text_utf16)
  return { sourceId, text, revision: computeSourceRevision({ artistId, sourceId, text }), discovery }
}

/** The record that an approval makes of a candidate. */
export const buildPromotedId = (candidateId: string): string => `vault:${candidateId.toLowerCase()}`

/** What describes the record: what is known of the page, and that it was approved. */
export function toVaultRow({ title, url }: CandidateRow, { discovery }: Promotion, now: Date | string) {
  const { published_at, publisher, provider, method, evidence_kind, speaker } = discovery
  const page = { title, url, published_at, publisher, provider, method, evidence_kind, speaker }
  return { kind: 'vault', curation: 'approved', ingested_at: now, ...page }
}

/** What the event of a promotion says of the record. */
export const buildPromotionDetails = (candidate: CandidateRow, promotion: Promotion, now: Date) => ({
  candidateId: candidate.id,
  chars: promotion.text.length,
  truncated: promotion.discovery.truncated,
  source: toAuditedSource(toVaultRow(candidate, promotion, now)),
})
