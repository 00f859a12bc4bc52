import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { SearchScope } from '../queries.ts'
import type { Anchor } from '../rank.ts'
import type { SentenceSpan } from '../sentences.ts'
import { anchorSentences, chooseDistinctWindows, computeRanges } from './anchors.ts'
import { normalize } from './quantize.ts'
import { listSentencesWithin, listVectorDocuments, type VectorDocument, type VectorSpace } from './queries.ts'
import { scanVectors } from './scan.ts'
import { countWindows } from './windows.ts'

/** Turns a query into a vector, where a model is configured. */
export type QueryEmbedder = {
  /** The configured model. Another model's index is searched as long as it contains more texts. */
  model: string
  /** The vector, of the named model; undefined where there is none: the model did not answer, or may not be asked. */
  embed: (query: string, model: string) => Promise<readonly number[] | undefined>
}

/** How far the search compared by meaning: `unavailable` where the query has no vector. */
export type SemanticCoverage = {
  state: 'compared' | 'unavailable'
  /** Sources whose whole text was compared. */
  sources: number
  /** What the query's vector is of; null where there is none. */
  space: VectorSpace | null
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

const emptyRanking = { anchors: [], around: [], best: 0, sentences: new Map(), revisions: new Map() }

/** Anchors of each ranking that can be among the results once the two are fused. */
export const fusedAnchorsMax = 20

/**
 * Asks for the query's vector at once; what is returned ranks when it is there. So the model answers while the words
 * are looked up. One artist's vectors are compared, and no other's.
 */
export async function beginSemanticRanking(
  db: Kysely<DB>,
  scope: SearchScope,
  query: string,
  { model, embed }: QueryEmbedder,
): Promise<() => Promise<SemanticRanking>> {
  const documents = await listVectorDocuments(db, scope)
  const chosen = chooseModel(documents, model)
  if (chosen === undefined) return async () => ({ ...emptyRanking, state: 'compared', sources: 0, space: null })
  const pending = embed(query, chosen)
  // Awaited later: a failure until then is that of the ranking, not of the process.
  pending.catch(() => {})
  return async () => {
    const vector = await pending
    if (vector === undefined) return { ...emptyRanking, state: 'unavailable', sources: 0, space: null }
    return await rankByMeaning(db, scope, chosen, documents, vector)
  }
}

/** The model with the most texts; of equals the configured one. So another is searched until the new index is whole. */
function chooseModel(documents: readonly VectorDocument[], configured: string): string | undefined {
  const spaces = Map.groupBy(documents, ({ model, dimensions }) => `${dimensions} ${model}`)
  const rank = ([first, ...more]: VectorDocument[]) => more.length + (first?.model === configured ? 0.5 : 0)
  const [best] = [...spaces.values()].sort((one, other) => rank(other) - rank(one))
  return best?.[0]?.model
}

async function rankByMeaning(
  db: Kysely<DB>,
  { artistId }: SearchScope,
  model: string,
  all: readonly VectorDocument[],
  vector: readonly number[],
): Promise<SemanticRanking> {
  const space = { model, dimensions: vector.length }
  const documents = takeComparable(all.filter((one) => one.model === model && one.dimensions === vector.length))
  const windows = await scanVectors(db, artistId, space, documents, normalize(vector))
  const distinct = chooseDistinctWindows(windows, fusedAnchorsMax)
  const found = distinct.length === 0 ? [] : await listSentencesWithin(db, artistId, computeRanges(distinct))
  return {
    ...anchorSentences(windows, distinct, found),
    best: windows[0]?.cosine ?? 0,
    sentences: new Map(found.map(({ sourceId, sentence, start, end }) => [`${sourceId} ${sentence}`, { start, end }])),
    revisions: new Map(documents.map(({ sourceId, revision }) => [sourceId, revision])),
    state: 'compared',
    sources: documents.length,
    space,
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
