import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import type { SourceWindow } from '../references/windows.ts'
import { indexTexts } from './index-texts.ts'
import { findUnknownTerms, listQueryStems } from './match.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { choosePassages, loadSentences } from './passages.ts'
import { type CorpusStats, listPostings, listSpellings, loadCorpusStats, type SearchScope } from './queries.ts'
import { type Anchor, rank } from './rank.ts'
import { fuseRankings } from './semantic/fuse.ts'
import { type QueryEmbedder, rankByMeaning, type SemanticCoverage } from './semantic/search.ts'
import { buildSpellingPattern, computeSimilarity } from './spelling.ts'

type SearchRequest = { query: string; limit: number; maxChars: number }

export type SearchResult = {
  corpus: CorpusStats
  passages: SourceWindow[]
  truncated: boolean
  /** The query has neither a word nor a symbol that could be looked up. */
  isEmptyQuery: boolean
  /** How far it was also searched by meaning; undefined where no model is configured, or nothing was to be searched. */
  meaning?: SemanticCoverage
}

/**
 * The passages of an artist's eligible sources that match a query, best first (operations, section 6). It holds no
 * connection while it ranks, so a source may change in between: a passage is read in the revision that it was found in.
 * Missing parts of the index are added first, as many as one request may add. With an `embedder` what is near in
 * meaning is found too.
 * @throws Problem when the caller may not read of the artist
 */
export async function searchEvidence(
  db: Kysely<DB>,
  scope: SearchScope,
  request: SearchRequest,
  embedder?: QueryEmbedder,
): Promise<SearchResult> {
  const corpus = await loadIndexedCorpus(db, scope)
  const query = parseQuery(request.query, corpus.name)
  const isEmptyQuery = query.terms.length === 0
  if (corpus.sentences === 0 || isEmptyQuery) return { corpus, passages: [], truncated: false, isEmptyQuery }
  // At once, so that the model answers while the words are looked up.
  const [lexical, semantic] = await Promise.all([
    rankByWords(db, scope, query, corpus),
    embedder && rankByMeaning(db, scope, request.query, embedder),
  ])
  const anchors = semantic === undefined ? lexical : fuseRankings(lexical, semantic)
  const findSentence = await loadSentences(db, scope.artistId, anchors, request.limit)
  const found = choosePassages(anchors, findSentence, request)
  return { corpus, ...found, isEmptyQuery, ...(semantic && { meaning: semantic }) }
}

async function loadIndexedCorpus(db: Kysely<DB>, scope: SearchScope): Promise<CorpusStats> {
  const corpus = await loadCorpusStats(db, scope)
  if (corpus.unindexed.length === 0) return corpus
  await indexTexts(db, scope.artistId, corpus.unindexed)
  return await loadCorpusStats(db, scope)
}

/** Sentences that answer the query, best first; none if nothing does. */
async function rankByWords(
  db: Kysely<DB>,
  scope: SearchScope,
  query: ParsedQuery,
  { sentences }: CorpusStats,
): Promise<Anchor[]> {
  const known = await listPostings(db, scope, 'stem', listQueryStems(query))
  const patterns = findUnknownTerms(query, known).flatMap(({ word }) => buildSpellingPattern(word) ?? [])
  const spelt = patterns.length === 0 ? [] : await listSpellings(db, scope, patterns)
  const corrected = spelt.filter((word) => patterns.some((pattern) => computeSimilarity(pattern.word, word) > 0))
  const misspelt = corrected.length === 0 ? [] : await listPostings(db, scope, 'word', corrected)
  return await runInTimeSlices(rank(query, [...known, ...misspelt], sentences))
}
