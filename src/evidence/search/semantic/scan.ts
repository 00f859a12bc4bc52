import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { readVectorPages, type VectorBatch, type VectorDocument } from './queries.ts'
import { computeCosine, getWindow, windowsPerBatch } from './vectors.ts'

/** A window that is near the query: UTF-16 code units, [start, end). */
export type SimilarWindow = { sourceId: string; revision: string; start: number; end: number; cosine: number }

/** Windows below it are of another matter, as small sentence models go. */
const cosineMin = 0.3

/** Windows that are kept: a result shows ten, and those about the same sentences are one of them. */
const keptMax = 200

/**
 * The windows of these sources that are nearest to the query, best first, by comparing with every one: no index can
 * miss any, and one artist's are few (README: to what size). The event loop is yielded to every few milliseconds.
 */
export async function scanVectors(
  db: Kysely<DB>,
  artistId: string,
  documents: readonly VectorDocument[],
  query: Float32Array,
): Promise<SimilarWindow[]> {
  const bySource = new Map(documents.map((document) => [document.sourceId, document]))
  let best: SimilarWindow[] = []
  for await (const page of readVectorPages(db, artistId, query.length, [...bySource.keys()])) {
    best = await runInTimeSlices(compare(page, bySource, query, best))
  }
  return best
}

function* compare(
  page: readonly VectorBatch[],
  bySource: ReadonlyMap<string, VectorDocument>,
  query: Float32Array,
  before: readonly SimilarWindow[],
): TimeSliced<SimilarWindow[]> {
  const similar = [...before]
  for (const { sourceId, batch, vectors } of page) {
    yield
    const document = bySource.get(sourceId)
    if (document === undefined) continue
    for (let at = 0; at < Math.floor(vectors.length / query.length); at += 1) {
      const cosine = computeCosine(query, vectors, at * query.length)
      if (cosine < cosineMin) continue
      const window = getWindow(batch * windowsPerBatch + at, document.totalChars)
      similar.push({ sourceId, revision: document.revision, ...window, cosine })
    }
  }
  return similar.sort((one, other) => other.cosine - one.cosine).slice(0, keptMax)
}
