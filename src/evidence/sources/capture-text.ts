import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import type { Revision } from '#src/text/revisions.ts'
import { indexSource } from '../search/index-source.ts'
import { type SourceColumns, saveSource } from './save.ts'

/**
 * A text that was found, and what is known of where it came from. Details go into the audit event: figures and names,
 * no text.
 */
export type CapturedText = {
  sourceId: string
  /** Not empty; see ./truncate-text.ts. */
  text: string
  /** Whether the original is longer. */
  truncated?: boolean
  row: SourceColumns
  details: Record<string, string | number | boolean | null>
}

/**
 * Stores a text from outside as the current one of its source, indexes it for search and appends the audit event; all
 * of it or, where nothing has changed, none. The earlier text is retained, and the review of the source is kept.
 */
export async function captureText(
  trx: Transaction<DB>,
  trail: AuditTrail,
  { sourceId, text, truncated, row, details }: CapturedText,
): Promise<{ changed: boolean; revision: Revision }> {
  const curated = await trx
    .selectFrom('sources')
    .select(['curation', 'is_private'])
    .where('artist_id', '=', trail.artistId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  const saved = {
    sourceId,
    text,
    row: { ...row, ...(curated as Partial<SourceColumns>) },
    truncated: truncated ?? null,
  }
  const { outcome, revision, audited } = await saveSource(trx, trail, saved)
  if (outcome === 'unchanged') return { changed: false, revision }
  if (row.kind !== 'discovery') await indexSource(trx, trail.artistId, sourceId, revision, text)
  await trail.append({
    action: 'source.captured',
    subject: sourceId,
    revision,
    details: { ...details, chars: text.length, source: audited },
  })
  return { changed: true, revision }
}
