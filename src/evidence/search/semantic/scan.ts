import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { type BatchPosition, listVectorBatches, type VectorDocument } from './queries.ts'
import { computeCosine, getWindow, type SimilarWindow, windowsPerBatch } from './vectors.ts'

/** Windows below it are of another matter, as small sentence models go. */
const cosineMin = 0.3

/** Windows that are kept: a result shows ten, and those about the same sentences are one of them. */
const keptMax = 200

/** Bytes of vectors that are read at once; the driver doubles them. */
const pageBytes = 256_000

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
  const limit = Math.max(1, Math.floor(pageBytes / (windowsPerBatch * query.length)))
  let after: BatchPosition | undefined = { source_id: '', batch: -1 }
  let best: SimilarWindow[] = []
  while (after !== undefined) {
    const page = await listVectorBatches(db, artistId, [...bySource.keys()], after, limit)
    best = await runInTimeSlices(compare(page, bySource, query, best))
    after = page.length < limit ? undefined : page.at(-1)
  }
  return best
}

function* compare(
  page: readonly (BatchPosition & { vectors: Buffer })[],
  bySource: ReadonlyMap<string, VectorDocument>,
  query: Float32Array,
  before: readonly SimilarWindow[],
): TimeSliced<SimilarWindow[]> {
  const similar = [...before]
  for (const { source_id, batch, vectors } of page) {
    yield
    const { sourceId, revision, totalChars } = bySource.get(source_id) as VectorDocument
    const numbers = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength)
    for (let at = 0; (at + 1) * query.length <= numbers.length; at += 1) {
      const cosine = computeCosine(query, numbers, at * query.length)
      if (cosine < cosineMin) continue
      similar.push({ sourceId, revision, ...getWindow(batch * windowsPerBatch + at, totalChars), cosine })
    }
  }
  return similar.sort((one, other) => other.cosine - one.cosine).slice(0, keptMax)
}
