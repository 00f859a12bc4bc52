import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { SearchScope } from '../queries.ts'
import type { Anchor } from '../rank.ts'
import { listSentencesWithin, listVectorDocuments, type NumberedSentence, type VectorDocument } from './queries.ts'
import { type SimilarWindow, scanVectors } from './scan.ts'
import { countWindows, normalize } from './vectors.ts'

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

/** The sentences nearest in meaning, best first. */
export type SemanticRanking = SemanticCoverage & {
  anchors: Anchor[]
  /** The cosine of the nearest window. */
  best: number
  revisions: Map<string, string>
}

const emptyRanking = { dimensions: null, anchors: [], best: 0, revisions: new Map() }

/**
 * Asks for the query's vector at once; what is returned ranks when it is there. So the model answers while the words
 * are looked up. One artist's vectors are compared, and no other's; a text without vectors of this model is not.
 */
export async function beginSemanticRanking(
  db: Kysely<DB>,
  scope: SearchScope,
  query: string,
  { model, embed }: QueryEmbedder,
): Promise<() => Promise<SemanticRanking>> {
  const documents = await listVectorDocuments(db, scope, model)
  if (documents.length === 0) return async () => ({ ...emptyRanking, state: 'compared', sources: 0, prepared: 0 })
  const pending = embed(query)
  // Awaited later: a failure until then is that of the ranking, not of the process.
  pending.catch(() => {})
  return async () => {
    const vector = await pending
    if (vector === undefined) return { ...emptyRanking, state: 'unavailable', sources: 0, prepared: documents.length }
    return await rankByMeaning(db, scope, documents, vector)
  }
}

async function rankByMeaning(
  db: Kysely<DB>,
  { artistId }: SearchScope,
  all: readonly VectorDocument[],
  vector: readonly number[],
): Promise<SemanticRanking> {
  const prepared = all.filter(({ dimensions }) => dimensions === vector.length)
  const documents = takeComparable(prepared)
  const windows = await scanVectors(db, artistId, documents, normalize(vector))
  const sentences = windows.length === 0 ? [] : await listSentencesWithin(db, artistId, windows)
  return {
    anchors: rankSentences(windows, sentences),
    best: windows[0]?.cosine ?? 0,
    revisions: new Map(documents.map(({ sourceId, revision }) => [sourceId, revision])),
    state: 'compared',
    sources: documents.length,
    prepared: prepared.length,
    dimensions: vector.length,
  }
}

/** Windows that one search compares: ten million characters, in some 0.7 s. */
const windowsMax = 50_000

/** As many whole texts as one search may compare. */
function takeComparable(documents: readonly VectorDocument[]): VectorDocument[] {
  let windowsLeft = windowsMax
  return documents.filter(({ totalChars }) => {
    windowsLeft -= countWindows(totalChars)
    return windowsLeft >= 0
  })
}

/**
 * Sentences as anchors, best first, each scored by the windows that hold its middle: two at most, so what stands in the
 * overlap of two counts as it should.
 */
function rankSentences(windows: readonly SimilarWindow[], sentences: readonly NumberedSentence[]): Anchor[] {
  const bySource = Map.groupBy(windows, ({ sourceId }) => sourceId)
  const anchors = sentences.map(({ sourceId, segment, sentence, start, end }) => {
    const middle = (start + end) / 2
    const holding = (bySource.get(sourceId) ?? []).filter((window) => window.start <= middle && middle < window.end)
    return { sourceId, segment, sentence, score: holding.reduce((sum, { cosine }) => sum + cosine, 0), coverage: 0 }
  })
  return anchors.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score)
}
