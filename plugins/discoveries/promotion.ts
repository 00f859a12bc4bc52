import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import type { CandidateRow } from './queries.ts'

/**
 * What an approval makes of a candidate's text. Evidence is the vault's (operations, section 6), so the text is kept
 * there once more, under the candidate's own uuid; the discovery stays as it was found, readable in every revision.
 * Undefined where no text is stored, as of a link.
 */
export async function buildPromotion(db: Kysely<DB>, artistId: string, candidate: CandidateRow, now: Date) {
  const { source_id: discoveryId, title, url } = candidate
  if (discoveryId === null) return undefined
  const discovery = await db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .select(['s.published_at', 's.publisher', 's.provider', 's.method', 's.evidence_kind', 's.speaker'])
    .select(['c.text_utf16', 'c.total_chars', 'c.truncated'])
    .where('s.artist_id', '=', artistId)
    .where('s.source_id', '=', discoveryId)
    .executeTakeFirst()
  if (discovery === undefined) return undefined
  const { text_utf16, total_chars, truncated, ...page } = discovery
  const sourceId = buildPromotedId(candidate.id)
  const revision = computeSourceRevision({ artistId, sourceId, text: fromUtf16(text_utf16) })
  const key = { artist_id: artistId, source_id: sourceId, revision }
  return {
    source: { ...key, kind: 'vault', curation: 'approved', ingested_at: now, title, url, ...page },
    text: { ...key, captured_at: now, text_utf16, total_chars, truncated },
  }
}

/** The record that an approval makes of a candidate. */
export const buildPromotedId = (candidateId: string): string => `vault:${candidateId}`
