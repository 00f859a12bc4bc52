import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type SearchScope, selectInScope } from '../queries.ts'
import type { Anchor } from '../rank.ts'
import type { SimilarWindow } from './vectors.ts'

/** A source in scope whose whole current text has vectors of the model. */
export type VectorDocument = { sourceId: string; revision: string; dimensions: number; totalChars: number }

export const listVectorDocuments = (db: Kysely<DB>, scope: SearchScope, model: string): Promise<VectorDocument[]> =>
  selectInScope(db, scope)
    .innerJoin('search_vector_documents as d', (join) =>
      join.onRef('d.source_id', '=', 's.source_id').onRef('d.revision', '=', 's.revision'),
    )
    .innerJoin('source_revisions as r', (join) =>
      join.onRef('r.source_id', '=', 'd.source_id').onRef('r.revision', '=', 'd.revision'),
    )
    .select(['d.source_id as sourceId', 'd.revision', 'd.dimensions', 'r.total_chars as totalChars'])
    .where('d.artist_id', '=', scope.artistId)
    .where('r.artist_id', '=', scope.artistId)
    .where('d.model', '=', model)
    .where('d.complete', '=', true)
    .orderBy('d.source_id')
    .execute()

export type VectorBatch = { source_id: string; batch: number; vectors: Buffer }

/** The next batches of these sources' vectors, in order; the first without one before. */
export const listVectorBatches = (
  db: Kysely<DB>,
  artistId: string,
  sourceIds: string[],
  after: VectorBatch | undefined,
  limit: number,
): Promise<VectorBatch[]> =>
  db
    .selectFrom('search_vectors')
    .select(['source_id', 'batch', 'vectors'])
    .where('artist_id', '=', artistId)
    .where('source_id', '=', sql<string>`any(${sourceIds}::text[])`)
    .where(sql<boolean>`(source_id, batch) > (${after?.source_id ?? ''}, ${after?.batch ?? 0})`)
    .orderBy('source_id')
    .orderBy('batch')
    .limit(limit)
    .execute()

/**
 * The sentences of these windows as anchors, best first, each scored by the windows that hold its middle: two at most,
 * so what stands in the overlap of two counts as it should. None of a text whose revision the index no longer holds.
 */
export async function rankSentences(
  db: Kysely<DB>,
  artistId: string,
  windows: readonly SimilarWindow[],
): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select p.source_id as "sourceId", q.revision, p.segment, (p.first_sentence + u.place - 1)::int as sentence,
      sum(q.cosine) as score, 0 as coverage
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as q ("sourceId" text, revision text, "start" int, "end" int, cosine float8)
    join search_documents t on t.artist_id = ${artistId} and t.source_id = q."sourceId" and t.revision = q.revision
    join search_segments p on p.artist_id = ${artistId} and p.source_id = q."sourceId"
      and p.starts[1] < q."end" and p.ends[cardinality(p.ends)] > q."start"
    cross join unnest(p.starts, p.ends) with ordinality as u ("start", "end", place)
    where u."start" + u."end" between 2 * q."start" and 2 * q."end" - 1
    group by 1, 2, 3, 4
    order by score desc, 1, 4`.execute(db)
  return rows
}
