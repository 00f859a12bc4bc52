import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import type { SearchScope } from '../queries.ts'
import type { Anchor } from '../rank.ts'
import {
  listVectorBatches,
  listVectorDocuments,
  rankSentences,
  type VectorBatch,
  type VectorDocument,
} from './queries.ts'
import { computeCosine, countWindows, getWindow, normalize, type SimilarWindow, windowsPerBatch } from './vectors.ts'

/** Turns a query into a vector, where a model is configured. */
export type QueryEmbedder = {
  model: string
  /** Undefined where there is no vector: the model did not answer, or may not be asked. */
  embed: (query: string) => Promise<readonly number[] | undefined>
}

/** How far the search compared by meaning: `unavailable` where the query has no vector. */
export type SemanticCoverage = {
  state: 'compared' | 'unavailable'
  /** Sources whose whole text was compared. */
  sources: number
  /** Sources that have their vectors, of the query's length where it has one. */
  prepared: number
  /** The length of the query's vector; null where there is none. */
  dimensions: number | null
}

/** The sentences nearest in meaning, best first, and the cosine of the nearest window. */
export type SemanticRanking = SemanticCoverage & { anchors: Anchor[]; nearest: number }

/** Compares one artist's vectors, and no other's, with the query's; a text without vectors of this model is not. */
export async function rankByMeaning(
  db: Kysely<DB>,
  scope: SearchScope,
  query: string,
  { model, embed }: QueryEmbedder,
): Promise<SemanticRanking> {
  const all = await listVectorDocuments(db, scope, model)
  const nothing = { anchors: [], nearest: 0, sources: 0, prepared: all.length, dimensions: null }
  if (all.length === 0) return { ...nothing, state: 'compared' }
  const vector = await embed(query)
  if (vector === undefined) return { ...nothing, state: 'unavailable' }
  const prepared = all.filter(({ dimensions }) => dimensions === vector.length)
  const documents = takeComparable(prepared)
  const windows = await scanVectors(db, scope.artistId, documents, normalize(vector))
  return {
    anchors: await rankSentences(db, scope.artistId, windows),
    nearest: windows[0]?.cosine ?? 0,
    state: 'compared',
    sources: documents.length,
    prepared: prepared.length,
    dimensions: vector.length,
  }
}

/** Windows that one search compares: ten million characters, in some 0.7 s. */
const windowsMax = 50_000

/** As many whole texts as one search may compare. */
export function takeComparable(documents: readonly VectorDocument[]): VectorDocument[] {
  let windowsLeft = windowsMax
  return documents.filter(({ totalChars }) => {
    const windows = countWindows(totalChars)
    const fits = windows <= windowsLeft
    if (fits) windowsLeft -= windows
    return fits
  })
}

/** Windows below it are of another matter, as small sentence models go. */
const cosineMin = 0.3

/** Windows that are kept: a result shows ten, and those about the same sentences are one of them. */
const keptMax = 200

/** Bytes of vectors that are read at once; the driver doubles them. */
const pageBytes = 256_000

/**
 * The windows of these sources that are nearest to the query, best first, by comparing with every one: no index can
 * miss any, and one artist's are few. The event loop is yielded to every few milliseconds.
 */
async function scanVectors(
  db: Kysely<DB>,
  artistId: string,
  documents: readonly VectorDocument[],
  query: Float32Array,
): Promise<SimilarWindow[]> {
  const bySource = new Map(documents.map((document) => [document.sourceId, document]))
  const limit = Math.max(1, Math.floor(pageBytes / (windowsPerBatch * query.length)))
  let best: SimilarWindow[] = []
  let page: VectorBatch[] = []
  do {
    page = await listVectorBatches(db, artistId, [...bySource.keys()], page.at(-1), limit)
    best = await runInTimeSlices(compare(page, bySource, query, best))
  } while (page.length === limit)
  return best
}

function* compare(
  page: readonly VectorBatch[],
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
