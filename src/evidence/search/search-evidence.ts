import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { backfillIndex } from './index-source.ts'
import { findUnknownTerms, listQueryStems, matchTerms, type Posting } from './match.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { choosePassages, computePassageCharsMax, loadSentences, type RankedPassage } from './passages.ts'
import { type CorpusStats, listPostings, listSpellings, loadCorpusStats, type SearchScope } from './queries.ts'
import { type Anchor, rank } from './rank.ts'
import { fuseRankings } from './semantic/fuse.ts'
import {
  beginSemanticRanking,
  type QueryEmbedder,
  type SemanticCoverage,
  type SemanticRanking,
} from './semantic/search.ts'
import { buildSpellingPattern, computeSimilarity } from './spelling.ts'

export type SearchRequest = { query: string; limit: number; maxChars: number }
/** A passage of the revision that was the current one when it was found. */
export type FoundPassage = RankedPassage & { revision: string }
export type SearchResult = {
  corpus: CorpusStats
  passages: FoundPassage[]
  truncated: boolean
  /** The query has neither a word nor a symbol that could be looked up. */
  isEmptyQuery: boolean
  /** How far it was also searched by meaning; undefined where no model is configured, or nothing was to be searched. */
  meaning?: SemanticCoverage
}

/**
 * The passages of an artist's eligible sources that match a query, best first (operations, section 6). It holds no
 * connection while it ranks, so a source may change in between: a passage is read in the revision that it
 * was found in. With an `embedder` what is near in meaning is found too.
 * @throws Problem when the caller may not read of the artist
 */
export async function searchEvidence(
  db: Kysely<DB>,
  scope: SearchScope,
  request: SearchRequest,
  embedder?: QueryEmbedder,
): Promise<SearchResult> {
  const corpus = await loadIndexedCorpus(db, scope)
  const query = parseQuery(request.query, corpus.name ?? '')
  const isEmptyQuery = query.terms.length === 0
  if (corpus.sentences === 0 || isEmptyQuery) return { corpus, passages: [], truncated: false, isEmptyQuery }
  const rankByMeaning = embedder && (await beginSemanticRanking(db, scope, request.query, embedder))
  const lexical = await rankByWords(db, scope, query, corpus)
  const semantic = await rankByMeaning?.()
  const ranking = semantic === undefined ? lexical : fuse(lexical, semantic)
  const found = await findPassages(db, scope, ranking, request)
  return { corpus, ...found, isEmptyQuery, ...(semantic && { meaning: semantic }) }
}

async function loadIndexedCorpus(db: Kysely<DB>, scope: SearchScope): Promise<CorpusStats> {
  const corpus = await loadCorpusStats(db, scope)
  if (corpus.unindexed.length === 0) return corpus
  await backfillIndex(db, scope.artistId, corpus.unindexed)
  return await loadCorpusStats(db, scope)
}

/** Sentences that answer the query, best first, and the revisions of their sources; no sentences if nothing does. */
type Ranking = { anchors: Anchor[]; revisions: Map<string, string> }

async function rankByWords(
  db: Kysely<DB>,
  scope: SearchScope,
  query: ParsedQuery,
  corpus: CorpusStats,
): Promise<Ranking> {
  let postings = await listPostings(db, scope, 'stem', listQueryStems(query))
  const unknown = findUnknownTerms(query, postings).filter(({ word }) => buildSpellingPattern(word) !== undefined)
  if (unknown.length > 0) {
    const spelt = await listSpellings(
      db,
      scope,
      unknown.flatMap(({ word }) => buildSpellingPattern(word) ?? []),
    )
    const corrected = spelt.filter((word) => unknown.some((term) => computeSimilarity(term.word, word) > 0))
    if (corrected.length > 0) postings = postings.concat(await listPostings(db, scope, 'word', corrected))
  }
  const revisions = new Map(postings.map(({ source_id, revision }) => [source_id, revision]))
  // A source that has changed between two statements counts as it is now.
  const current = postings.filter(({ source_id, revision }) => revisions.get(source_id) === revision)
  const anchors = await runInTimeSlices(rankAll(query, current, corpus.sentences))
  return { anchors, revisions }
}

/** The least cosine of a result if the words give none. With a lower one, queries without an answer get results. */
const semanticOnlyCosineMin = 0.45

function fuse(lexical: Ranking, semantic: SemanticRanking): Ranking {
  // A source that has changed in between: where the words were found is what counts.
  const revisions = new Map([...semantic.revisions, ...lexical.revisions])
  const byMeaning = semantic.anchors.filter(
    ({ sourceId }) => semantic.revisions.get(sourceId) === revisions.get(sourceId),
  )
  if (byMeaning.length === 0 || (lexical.anchors.length === 0 && semantic.best < semanticOnlyCosineMin)) return lexical
  return { anchors: fuseRankings(lexical.anchors, byMeaning), revisions }
}

async function findPassages(
  db: Kysely<DB>,
  scope: SearchScope,
  { anchors, revisions }: Ranking,
  request: SearchRequest,
): Promise<Pick<SearchResult, 'passages' | 'truncated'>> {
  if (anchors.length === 0) return { passages: [], truncated: false }
  const findSentence = await loadSentences(db, scope, anchors, revisions, request.limit)
  const passageCharsMax = computePassageCharsMax(request.maxChars)
  const { passages, truncated } = choosePassages(anchors, findSentence, { ...request, passageCharsMax })
  return {
    passages: passages.map((passage) => ({ ...passage, revision: revisions.get(passage.sourceId) ?? '' })),
    truncated,
  }
}

function* rankAll(query: ParsedQuery, postings: Posting[], sentenceCount: number): TimeSliced<Anchor[]> {
  const matches = yield* matchTerms(query, postings)
  return yield* rank(query, matches, sentenceCount)
}
