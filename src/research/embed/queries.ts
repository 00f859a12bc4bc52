import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { selectEligibleTexts } from '#src/evidence/search/semantic/eligible-texts.ts'
import type { VectorSpace } from '#src/evidence/search/semantic/queries.ts'
import { windowChars, windowStepChars, windowsPerBatch } from '#src/evidence/search/semantic/windows.ts'
import { fromUtf16, toSqlWindow } from '#src/text/utf16.ts'
import { embedPurpose } from './purpose.ts'

/** A text whose vectors are not whole, and how many windows have one. */
export type UnembeddedText = { sourceId: string; revision: string; totalChars: number; windows: number }

/** What is left to do in a space, and how many texts there are. */
export type Backlog = { next: UnembeddedText | undefined; remaining: number; texts: number }

/** The length of the vectors that most texts have of a model; null where none has any. */
export async function findDimensions(db: Kysely<DB>, artistId: string, model: string): Promise<number | null> {
  const row = await db
    .selectFrom('search_vector_documents')
    .select(['dimensions', sql<number>`count(*) filter (where complete)`.as('texts')])
    .where('artist_id', '=', artistId)
    .where('model', '=', model)
    .groupBy('dimensions')
    .orderBy('texts', 'desc')
    .orderBy('dimensions')
    .limit(1)
    .executeTakeFirst()
  return row?.dimensions ?? null
}

export async function findBacklog(
  db: Kysely<DB>,
  artistId: string,
  { model, dimensions }: { model: string; dimensions: number | null },
): Promise<Backlog> {
  const rows = await selectEligibleTexts(db, artistId)
    .leftJoin('search_vector_documents as d', (join) =>
      join
        .onRef('d.source_id', '=', 's.source_id')
        .onRef('d.revision', '=', 's.revision')
        .on('d.artist_id', '=', artistId)
        .on('d.model', '=', model)
        .on('d.dimensions', '=', dimensions ?? 0),
    )
    .select(['s.source_id as sourceId', 'r.revision', 'r.total_chars as totalChars'])
    .select([
      sql<number>`coalesce(d.windows, 0)`.as('windows'),
      sql<boolean>`coalesce(d.complete, false)`.as('complete'),
    ])
    // What was begun is finished first.
    .orderBy('d.windows', (order) => order.desc().nullsLast())
    .orderBy('s.source_id')
    .execute()
  const remaining = rows.filter(({ complete }) => !complete)
  return { next: remaining[0], remaining: remaining.length, texts: rows.length }
}

/** The text of a batch's windows; undefined when the revision is not the current one any more. */
export async function readBatchText(
  db: Kysely<DB>,
  artistId: string,
  { sourceId, revision }: UnembeddedText,
  batch: number,
): Promise<{ text: string; start: number } | undefined> {
  const start = batch * windowsPerBatch * windowStepChars
  const { from, length } = toSqlWindow(start, start + (windowsPerBatch - 1) * windowStepChars + windowChars)
  const row = await selectEligibleTexts(db, artistId)
    .select(sql<Buffer>`substring(r.text_utf16 from ${from}::int for ${length}::int)`.as('bytes'))
    .where('s.source_id', '=', sourceId)
    .where('r.revision', '=', revision)
    .executeTakeFirst()
  return row && { text: fromUtf16(row.bytes), start }
}

export type EmbeddedBatch = { batch: number; vectors: Buffer; windows: number; complete: boolean }

/** Writes the vectors of a batch, the first in the place of those of an earlier text. The job's lease must be held. */
export async function saveBatch(
  trx: Transaction<DB>,
  artistId: string,
  { model, dimensions }: VectorSpace,
  { sourceId, revision }: UnembeddedText,
  { batch, vectors, windows, complete }: EmbeddedBatch,
): Promise<void> {
  const key = { artist_id: artistId, model, dimensions, source_id: sourceId }
  if (batch === 0) {
    await trx
      .deleteFrom('search_vectors')
      .where('artist_id', '=', artistId)
      .where('model', '=', model)
      .where('dimensions', '=', dimensions)
      .where('source_id', '=', sourceId)
      .execute()
  }
  await trx
    .insertInto('search_vectors')
    .values({ ...key, batch, vectors })
    .onConflict((oc) =>
      oc
        .columns(['artist_id', 'model', 'dimensions', 'source_id', 'batch'])
        .doUpdateSet({ vectors: (eb) => eb.ref('excluded.vectors') }),
    )
    .execute()
  const progress = { revision, windows, complete }
  await trx
    .insertInto('search_vector_documents')
    .values({ ...key, ...progress })
    .onConflict((oc) => oc.columns(['artist_id', 'model', 'dimensions', 'source_id']).doUpdateSet(progress))
    .execute()
}

/**
 * Removes the vectors of other models and lengths, and those of sources that are no evidence any more. Call it when no
 * vector of the space is missing: from then on search uses this space.
 */
export async function removeOtherVectors(trx: Transaction<DB>, artistId: string, space: VectorSpace | null) {
  const eligible = await selectEligibleTexts(trx, artistId).select('s.source_id').execute()
  const sourceIds = eligible.map(({ source_id }) => source_id)
  for (const table of ['search_vectors', 'search_vector_documents'] as const) {
    await sql`
      delete from ${sql.table(table)}
      where artist_id = ${artistId}
        and not (model = ${space?.model ?? ''} and dimensions = ${space?.dimensions ?? 0}
          and source_id = any(${sourceIds}::text[]))`.execute(trx)
  }
}

/** Minutes after a failed job in which no search queues another one; otherwise every search would. */
const restMinutes = 10

/**
 * Whether a job should make vectors: a text has none of the space, or there are some of another model or of a source
 * that is no evidence any more; and no job is queued or has failed lately.
 */
export async function isEmbeddingDue(
  db: Kysely<DB>,
  artistId: string,
  space: { model: string; dimensions: number | null },
) {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (
        select from artist_research_jobs
        where artist_id = ${artistId} and kind = 'source_search' and purpose = ${embedPurpose}
          and (state in ('pending', 'waiting')
            or error_category is not null and updated_at > now() - ${restMinutes} * interval '1 minute')
      ) as due`.execute(db)
  if (rows[0]?.due !== true) return false
  const { remaining, texts } = await findBacklog(db, artistId, space)
  if (remaining > 0) return true
  const embedded = await db
    .selectFrom('search_vector_documents')
    .select(sql<number>`count(*)::int`.as('documents'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  return embedded.documents > texts
}
