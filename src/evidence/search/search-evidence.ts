import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { findUnknownTerms, listQueryStems, matchTerms, type Posting } from './match.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import {
  chooseDistinctAnchors,
  choosePassages,
  computePassageCharsMax,
  loadSentences,
  type RankedPassage,
  type SentenceLookup,
  type SentenceScore,
} from './passages.ts'
import { type CorpusStats, listPostings, listSpellings, loadCorpusStats, type SearchScope } from './queries.ts'
import { type Anchor, rank } from './rank.ts'
import { fuseRankings, scaleScores, sumScores } from './semantic/fuse.ts'
import {
  beginSemanticRanking,
  fusedAnchorsMax,
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
  const corpus = await loadCorpusStats(db, scope)
  const query = parseQuery(request.query, corpus.name ?? '')
  const isEmptyQuery = query.terms.length === 0
  if (corpus.sentences === 0 || isEmptyQuery) return { corpus, passages: [], truncated: false, isEmptyQuery }
  const rankByMeaning = embedder && (await beginSemanticRanking(db, scope, request.query, embedder))
  const lexical = await rankByWords(db, scope, query, corpus)
  const semantic = await rankByMeaning?.()
  const found =
    semantic === undefined
      ? await findByWords(db, scope, lexical, request)
      : await findByBoth(db, scope, lexical, semantic, request)
  return { corpus, ...found, isEmptyQuery, ...(semantic && { meaning: semantic }) }
}

/** Sentences with the words of the query, best first, and their revisions; no sentences if the words give no result. */
type LexicalRanking = { anchors: Anchor[]; revisions: Map<string, string> }

async function rankByWords(
  db: Kysely<DB>,
  scope: SearchScope,
  query: ParsedQuery,
  corpus: CorpusStats,
): Promise<LexicalRanking> {
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

type Found = Pick<SearchResult, 'passages' | 'truncated'>

async function findByWords(
  db: Kysely<DB>,
  scope: SearchScope,
  { anchors, revisions }: LexicalRanking,
  request: SearchRequest,
): Promise<Found> {
  if (anchors.length === 0) return { passages: [], truncated: false }
  const findSentence = await loadSentences(db, scope, anchors, revisions, request.limit)
  return truncatePassages(anchors, findSentence, revisions, request)
}

/** The least cosine of a result if the words give none. With a lower one, queries without an answer get results. */
const semanticOnlyCosineMin = 0.45

async function findByBoth(
  db: Kysely<DB>,
  scope: SearchScope,
  lexical: LexicalRanking,
  semantic: SemanticRanking,
  request: SearchRequest,
): Promise<Found> {
  // A source that has changed in between: where the words were found is what counts.
  const revisions = new Map([...semantic.revisions, ...lexical.revisions])
  const isCurrent = ({ sourceId }: Anchor) => semantic.revisions.get(sourceId) === revisions.get(sourceId)
  const byMeaning = semantic.anchors.filter(isCurrent)
  if (byMeaning.length === 0 || (lexical.anchors.length === 0 && semantic.best < semanticOnlyCosineMin))
    return await findByWords(db, scope, lexical, request)
  const byWords = chooseDistinctAnchors(lexical.anchors, fusedAnchorsMax)
  const stored = await loadSentences(db, scope, byWords, revisions, fusedAnchorsMax)
  const findSentence: SentenceLookup = (sourceId, sentence) =>
    stored(sourceId, sentence) ?? semantic.sentences.get(`${sourceId} ${sentence}`)
  const anchors = fuseRankings(byWords, byMeaning, findSentence)
  const scores = sumScores(scaleScores(lexical.anchors), scaleScores(semantic.around.filter(isCurrent)))
  return truncatePassages(
    anchors,
    findSentence,
    revisions,
    request,
    (sourceId, sentence) => scores.get(`${sourceId} ${sentence}`) ?? 0,
  )
}

function truncatePassages(
  anchors: Anchor[],
  findSentence: SentenceLookup,
  revisions: ReadonlyMap<string, string>,
  request: SearchRequest,
  scoreSentence?: SentenceScore,
): Found {
  const passageCharsMax = computePassageCharsMax(request.maxChars)
  const { passages, truncated } = choosePassages(anchors, findSentence, { ...request, passageCharsMax }, scoreSentence)
  return {
    passages: passages.map((passage) => ({ ...passage, revision: revisions.get(passage.sourceId) ?? '' })),
    truncated,
  }
}

function* rankAll(query: ParsedQuery, postings: Posting[], sentenceCount: number): TimeSliced<Anchor[]> {
  const matches = yield* matchTerms(query, postings)
  return yield* rank(query, matches, sentenceCount)
}
