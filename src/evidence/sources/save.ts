import type { Insertable, Selectable, Transaction } from 'kysely'
import type { DB, Sources } from '#src/database/tables.gen.ts'
import { computeSourceRevision, type Revision } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import { type AuditedSource, toAuditedSource } from './audited-source.ts'

/** What a source's row says besides its identity and its text. */
export type SourceColumns = Omit<
  Insertable<Sources>,
  'artist_id' | 'source_id' | 'revision' | 'ingested_at' | 'removed_at'
>

/**
 * A source with its text as it is to be; `truncated` is whether the original was longer, null where that is unknown.
 */
export type SourceContent = { sourceId: string; text: string; row: SourceColumns; truncated?: boolean | null }

/** `audited` is the new row, for the event. */
export type SavedSource = { outcome: 'added' | 'changed' | 'unchanged'; revision: Revision; audited: AuditedSource }

/**
 * Stores a source or what has changed of it; another text becomes the current revision and the one before is retained.
 * The event is the caller's to append, and has to hold `audited`.
 */
export async function saveSource(
  trx: Transaction<DB>,
  { artistId, now }: { artistId: string; now: Date },
  { sourceId, text, row, truncated = null }: SourceContent,
): Promise<SavedSource> {
  const revision = computeSourceRevision({ artistId, sourceId, text })
  const key = { artist_id: artistId, source_id: sourceId }
  const current = await findRow(trx, artistId, sourceId)
  const columns = { ...row, revision, ...(current?.revision !== revision && { ingested_at: now }) }
  const audited = toAuditedSource({ ingested_at: now, ...current, ...dropUndefined(columns) })
  if (current === undefined) {
    await trx
      .insertInto('sources')
      .values({ ...key, ...row, revision, ingested_at: now })
      .execute()
  } else {
    const differing = Object.entries(columns).filter(([column, value]) => current[column as keyof Sources] !== value)
    if (differing.length === 0) return { outcome: 'unchanged', revision, audited }
    await trx
      .updateTable('sources')
      .set(Object.fromEntries(differing))
      .where('artist_id', '=', artistId)
      .where('source_id', '=', sourceId)
      .execute()
  }
  await trx
    .insertInto('source_revisions')
    .values({ ...key, revision, text_utf16: toUtf16(text), total_chars: text.length, captured_at: now, truncated })
    // A text that comes back is retained already, and stays the one that was captured then.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { outcome: current === undefined ? 'added' : 'changed', revision, audited }
}

const findRow = (trx: Transaction<DB>, artistId: string, sourceId: string): Promise<Selectable<Sources> | undefined> =>
  trx
    .selectFrom('sources')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()

/** The update leaves a column alone that is not given. */
const dropUndefined = <R extends object>(row: R) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as R
