import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import type { OpenChange } from '#src/records/audit/change-artist.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import type { CandidateRow } from './queries.ts'

/** The record that an approval makes of a candidate. */
export const buildPromotedId = (candidateId: string): string => `vault:${candidateId}`

/** A record of the vault, and its text. */
export type Promotion = NonNullable<Awaited<ReturnType<typeof buildPromotion>>>

/**
 * What an approval makes of a candidate's text. Evidence is the vault's (operations, section 6), so the text is kept
 * there once more, under the candidate's own uuid; the discovery stays as it was found, readable in every revision.
 * Undefined where no text is stored, as of a link.
 */
export async function buildPromotion(db: Kysely<DB>, artistId: string, candidate: CandidateRow, now: Date) {
  const discovery = await db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .select(['s.published_at', 's.publisher', 's.provider', 's.method', 's.evidence_kind', 's.speaker'])
    .select(['c.text_utf16', 'c.total_chars', 'c.truncated'])
    .where('s.artist_id', '=', artistId)
    .where('s.source_id', '=', candidate.source_id)
    .executeTakeFirst()
  if (discovery === undefined) return undefined
  const { text_utf16, total_chars, truncated, ...page } = discovery
  const sourceId = buildPromotedId(candidate.id)
  const revision = computeSourceRevision({ artistId, sourceId, text: fromUtf16(text_utf16) })
  const key = { artist_id: artistId, source_id: sourceId, revision }
  const { title, url } = candidate
  return {
    source: { ...key, kind: 'vault', curation: 'approved', ingested_at: now, title, url, ...page },
    text: { ...key, captured_at: now, text_utf16, total_chars, truncated },
  }
}

/** Stores the record with its text, and the event of it. */
export async function insertPromotion(
  { trx, stage }: OpenChange,
  candidateId: string,
  { source, text }: Promotion,
): Promise<void> {
  const { total_chars: chars, truncated } = text
  stage({
    action: 'source.promoted',
    subject: source.source_id,
    revision: source.revision,
    details: { candidateId, chars, truncated, source: toAuditedSource(source) },
  })
  await trx.insertInto('sources').values(source).execute()
  await trx.insertInto('source_revisions').values(text).execute()
}
