import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { SearchScope } from '../queries.ts'
import type { Anchor } from '../rank.ts'
import type { SentenceSpan } from '../segments.ts'
import {
  listSentencesWithin,
  listVectorDocuments,
  type NumberedSentence,
  type SourceRange,
  type VectorDocument,
} from './queries.ts'
import { type SimilarWindow, scanVectors } from './scan.ts'
import { countWindows, normalize, windowChars } from './vectors.ts'

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

/** The anchors nearest in meaning, best first, and what passages around them are made of. */
export type SemanticRanking = SemanticCoverage & {
  anchors: Anchor[]
  around: Anchor[]
  /** The cosine of the nearest window. */
  best: number
  /** The bounds of sentences by their source and number. */
  sentences: Map<string, SentenceSpan>
  revisions: Map<string, string>
}

const emptyRanking = { dimensions: null, anchors: [], around: [], best: 0, sentences: new Map(), revisions: new Map() }

/** Anchors of each ranking that can be among the results once the two are fused. */
export const fusedAnchorsMax = 20

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
  const distinct = chooseDistinctWindows(windows, fusedAnchorsMax)
  const found = distinct.length === 0 ? [] : await listSentencesWithin(db, artistId, computeRanges(distinct))
  return {
    ...anchorSentences(windows, distinct, found),
    best: windows[0]?.cosine ?? 0,
    sentences: new Map(found.map(({ sourceId, sentence, start, end }) => [`${sourceId} ${sentence}`, { start, end }])),
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

/** Text on either side of a window from which a passage of 900 characters around it can be made. */
const marginChars = 900

/** The best windows that share no text, best first. */
export function chooseDistinctWindows(windows: readonly SimilarWindow[], windowsMax: number): SimilarWindow[] {
  const distinct: SimilarWindow[] = []
  for (const window of windows) {
    if (distinct.length === windowsMax) break
    const isNear = distinct.some(
      ({ sourceId, start }) => sourceId === window.sourceId && Math.abs(start - window.start) < windowChars,
    )
    if (!isNear) distinct.push(window)
  }
  return distinct
}

/** Where the sentences that a passage around these windows can hold stand. */
export const computeRanges = (windows: readonly SimilarWindow[]): SourceRange[] =>
  windows.map(({ sourceId, revision, start, end }) => ({
    sourceId,
    revision,
    start: Math.max(0, start - marginChars),
    end: end + marginChars,
  }))

/**
 * The sentences in similar windows, each scored by the windows that hold its middle: two at most, so what stands in the
 * overlap of two counts as it should. `anchors` are the best sentence of each of the distinct windows, in their order.
 */
export function anchorSentences(
  windows: readonly SimilarWindow[],
  distinct: readonly SimilarWindow[],
  sentences: readonly NumberedSentence[],
): { anchors: Anchor[]; around: Anchor[] } {
  const bySource = Map.groupBy(windows, ({ sourceId }) => sourceId)
  const around = sentences.flatMap(({ sourceId, segment, sentence, start, end }) => {
    const middle = (start + end) / 2
    const holding = (bySource.get(sourceId) ?? []).filter((window) => window.start <= middle && middle < window.end)
    const score = holding.reduce((sum, { cosine }) => sum + cosine, 0)
    return score === 0 ? [] : [{ anchor: { sourceId, segment, sentence, score, coverage: 0 }, middle }]
  })
  const anchors = distinct.flatMap((window) => {
    const within = around.filter(
      ({ anchor, middle }) => anchor.sourceId === window.sourceId && window.start <= middle && middle < window.end,
    )
    const [best] = within.sort((one, other) => other.anchor.score - one.anchor.score)
    return best === undefined ? [] : [best.anchor]
  })
  return { anchors, around: around.map(({ anchor }) => anchor) }
}
