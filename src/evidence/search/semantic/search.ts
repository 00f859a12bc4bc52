import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { SearchScope } from '../queries.ts'
import type { Anchor } from '../rank.ts'
import { listVectorDocuments, rankSentences, type VectorDocument } from './queries.ts'
import { scanVectors } from './scan.ts'
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
function takeComparable(documents: readonly VectorDocument[]): VectorDocument[] {
  let windowsLeft = windowsMax
  return documents.filter(({ totalChars }) => {
    windowsLeft -= countWindows(totalChars)
    return windowsLeft >= 0
  })
}
