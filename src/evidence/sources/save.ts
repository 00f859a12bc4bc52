import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { DB, Sources } from '#src/database/tables.gen.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { computeSourceRevision, type Revision } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import { type AuditedSource, toAuditedSource } from './audited-source.ts'

/** What a source's row says besides its identity and its text. */
export type SourceColumns = Omit<
  Insertable<Sources>,
  'artist_id' | 'source_id' | 'revision' | 'ingested_at' | 'removed_at'
>

/** A source with its text as it is to be. */
type SourceContent = {
  sourceId: string
  /** Not empty; see ./truncate-text.ts. */
  text: string
  row: SourceColumns
  /** Whether the original is longer; null where that is unknown. */
  truncated?: boolean | null
  /** Leaves the curation of a source that is there as it is. */
  keepsReview?: boolean
}

/** `audited` is the new row, for the event. */
type SavedSource = { outcome: 'added' | 'changed' | 'unchanged'; revision: Revision; audited: AuditedSource }

/**
 * Stores a source or what has changed of it; another text becomes the current revision and the one before is retained.
 * The event is the caller's to stage, and has to hold `audited`.
 */
export async function saveSource(
  trx: Transaction<DB>,
  { artistId, now }: { artistId: string; now: Date },
  { sourceId, text, row, truncated = null, keepsReview = false }: SourceContent,
): Promise<SavedSource> {
  const revision = computeSourceRevision({ artistId, sourceId, text })
  const key = { artist_id: artistId, source_id: sourceId }
  const current: Selectable<Sources> | undefined = await trx
    .selectFrom('sources')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  const columns = dropUndefined({
    ...row,
    ...(keepsReview && current && { curation: current.curation, is_private: current.is_private }),
    revision,
    ...(current?.revision !== revision && { ingested_at: now }),
  })
  const audited = toAuditedSource({ ...current, ...columns })
  const isSame = ([column, value]: [string, unknown]) => current?.[column as keyof Sources] === value
  if (current !== undefined && Object.entries(columns).every(isSame)) return { outcome: 'unchanged', revision, audited }
  await trx
    .insertInto('sources')
    .values({ ...key, ...columns })
    .onConflict((oc) => oc.columns(['artist_id', 'source_id']).doUpdateSet(columns))
    .execute()
  await trx
    .insertInto('source_revisions')
    .values({ ...key, revision, text_utf16: toUtf16(text), total_chars: text.length, captured_at: now, truncated })
    // A text that comes back is retained already, and stays the one that was captured then.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { outcome: current === undefined ? 'added' : 'changed', revision, audited }
}

/** The update leaves a column alone that is not given. */
const dropUndefined = <R extends object>(row: R) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as R

/** A text that was found; details go into the audit event: figures and names, no text. */
type CapturedText = SourceContent & { details: Record<string, string | number | boolean | null> }

/**
 * Stores a text from outside as the current one of its source and stages the audit event; both or, where nothing has
 * changed, none. The earlier text is retained, and the review of the source is kept.
 */
export async function captureText(
  trx: Transaction<DB>,
  trail: AuditTrail,
  { details, ...content }: CapturedText,
): Promise<{ changed: boolean; revision: Revision }> {
  const { sourceId, text } = content
  const { outcome, revision, audited } = await saveSource(trx, trail, { ...content, keepsReview: true })
  if (outcome === 'unchanged') return { changed: false, revision }
  trail.stage({
    action: 'source.captured',
    subject: sourceId,
    revision,
    details: { ...details, chars: text.length, source: audited },
  })
  return { changed: true, revision }
}

/** The statement that sets whether texts are evidence. */
export const markCuration = (
  db: Kysely<DB>,
  artistId: string,
  sourceIds: readonly string[],
  curation: Sources['curation'],
) => db.updateTable('sources').set({ curation }).where('artist_id', '=', artistId).where('source_id', 'in', sourceIds)
