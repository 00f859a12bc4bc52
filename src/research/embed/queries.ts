import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { selectEligibleTexts } from '#src/evidence/references/eligible-sources.ts'
import { enqueueJob, type NewJob } from '#src/queue/enqueue.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import type { ResearchContext } from '../slice.ts'

/** The purpose that distinguishes making the vectors of texts from other jobs of its kind; one per artist. */
export const embedPurpose = 'embed'

export const newEmbedding = (artistId: string, id: string): NewJob => ({
  artistId,
  id,
  kind: 'source_search',
  purpose: embedPurpose,
})

/** The jobs that read new evidence: the Lore, and the vectors of its texts where there is a model for them. */
export const newReaders = (artistId: string, { newId, providers }: Pick<ResearchContext, 'newId' | 'providers'>) => [
  newLoreRefresh(artistId, newId()),
  ...(providers.embeddings === undefined ? [] : [newEmbedding(artistId, newId())]),
]

/** A text whose vectors are not whole; how many windows have one, and of which length. */
export type UnembeddedText = {
  sourceId: string
  revision: string
  totalChars: number
  windows: number
  dimensions: number | null
}

/** What is left to do, and how many texts there are. */
export async function findBacklog(db: Kysely<DB>, artistId: string, model: string) {
  const rows = await selectEligibleTexts(db, artistId)
    .leftJoin('search_vector_documents as d', (join) =>
      join
        .on('d.artist_id', '=', artistId)
        .onRef('d.source_id', '=', 's.source_id')
        .onRef('d.revision', '=', 's.revision')
        .on('d.model', '=', model),
    )
    .select(['s.source_id as sourceId', 'r.revision', 'r.total_chars as totalChars', 'd.dimensions'])
    .select(sql<number>`coalesce(d.windows, 0)`.as('windows'))
    .select(sql<boolean>`coalesce(d.complete, false)`.as('complete'))
    // What was begun is finished first.
    .orderBy('d.windows', (order) => order.desc().nullsLast())
    .orderBy('s.source_id')
    .execute()
  const remaining = rows.filter(({ complete }) => !complete)
  return { next: remaining[0], remaining: remaining.length, texts: rows.length }
}

type EmbeddedBatch = { batch: number; vectors: Buffer; windows: number; complete: boolean }

/** Writes the vectors of a batch, the first in the place of all that the source had. The job's lease must be held. */
export async function saveBatch(
  trx: Transaction<DB>,
  artistId: string,
  { model, dimensions }: { model: string; dimensions: number },
  { sourceId, revision }: UnembeddedText,
  { batch, vectors, windows, complete }: EmbeddedBatch,
): Promise<void> {
  const key = { artist_id: artistId, source_id: sourceId }
  if (batch === 0) {
    await trx.deleteFrom('search_vectors').where('artist_id', '=', artistId).where('source_id', '=', sourceId).execute()
  }
  await trx
    .insertInto('search_vectors')
    .values({ ...key, batch, vectors })
    .execute()
  const progress = { revision, model, dimensions, windows, complete }
  await trx
    .insertInto('search_vector_documents')
    .values({ ...key, ...progress })
    .onConflict((oc) => oc.columns(['artist_id', 'source_id']).doUpdateSet(progress))
    .execute()
}

/** Deletes the progress of the artist's texts whose vectors are of another length, so that they are made again. */
export const forgetOtherLengths = (trx: Transaction<DB>, artistId: string, dimensions: number) =>
  trx
    .deleteFrom('search_vector_documents')
    .where('artist_id', '=', artistId)
    .where('dimensions', '<>', dimensions)
    .execute()

/** Minutes after a failed job in which no search queues another one; otherwise every search would. */
const restMinutes = 10

/**
 * Queues the job that makes the vectors that a search has missed, unless there is one or one has failed lately. Those
 * of another length than the query's are forgotten: the model has changed under its name.
 */
export async function enqueueMissedEmbeddings(
  db: Kysely<DB>,
  { artistId, id, dimensions }: { artistId: string; id: string; dimensions: number | null },
): Promise<void> {
  const resting = await db
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'source_search')
    .where('purpose', '=', embedPurpose)
    .where(
      sql<boolean>`(state in ('pending', 'waiting')
        or error_category is not null and updated_at > now() - ${restMinutes} * interval '1 minute')`,
    )
    .executeTakeFirst()
  if (resting !== undefined) return
  await transact(db, async (trx) => {
    if (dimensions !== null) await forgetOtherLengths(trx, artistId, dimensions)
    await enqueueJob(trx, newEmbedding(artistId, id))
  })
}
