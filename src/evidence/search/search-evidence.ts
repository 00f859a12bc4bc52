import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { runInSlices, type Sliced } from '#src/text/time-slices.ts'
import { coversQuery } from './coverage-threshold.ts'
import { expandFamilies } from './expand-query.ts'
import { loadSentences } from './load-sentences.ts'
import { findUnknownTerms, matchTerms, type Posting } from './match.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { type CorpusStats, listPostings, listSpellings, loadCorpusStats, type SearchScope } from './queries.ts'
import { type Anchor, rank } from './rank.ts'
import { computeSnippetCharsMax, type Snippet, selectSnippets } from './snippets.ts'
import { buildSpellingPattern, computeSimilarity } from './spelling.ts'
import type { CorpusSize } from './term-weights.ts'

export type SearchRequest = { query: string; limit: number; maxChars: number }
/** A passage of the revision that was the current one when it was found. */
export type FoundPassage = Snippet & { revision: string }
export type SearchResult = { ground: CorpusStats; passages: FoundPassage[]; truncated: boolean }

/**
 * The passages of an artist's eligible sources that match a query, best first (operations, section 6). It holds no
 * connection while it ranks, so a source may change in between: a passage is read in the revision that it
 * was found in.
 * @throws Problem when the caller may not read of the artist
 */
export async function searchEvidence(db: Kysely<DB>, scope: SearchScope, wanted: SearchRequest): Promise<SearchResult> {
  const ground = await loadCorpusStats(db, scope)
  const query = parseQuery(wanted.query, ground.name ?? '')
  const none = { ground, passages: [], truncated: false }
  if (ground.units === 0 || query.terms.length === 0) return none
  let postings = await listPostings(db, scope, 'family', expandFamilies(query.terms))
  const unknown = findUnknownTerms(query, postings).filter(({ word }) => buildSpellingPattern(word) !== undefined)
  if (unknown.length > 0) {
    const spelt = await listSpellings(
      db,
      scope,
      unknown.flatMap(({ word }) => buildSpellingPattern(word) ?? []),
    )
    const meant = spelt.filter((word) => unknown.some((term) => computeSimilarity(term.word, word) > 0))
    if (meant.length > 0) postings = postings.concat(await listPostings(db, scope, 'word', meant))
  }
  const revisions = new Map(postings.map(({ source_id, revision }) => [source_id, revision]))
  // A source that has changed between two statements counts as it is now.
  const current = postings.filter(({ source_id, revision }) => revisions.get(source_id) === revision)
  const anchors = await runInSlices(rankAll(query, current, { sources: ground.searched, units: ground.units }))
  if (!coversQuery(anchors)) return none
  const unitAt = await loadSentences(db, scope, anchors, revisions, wanted.limit)
  const windowChars = computeSnippetCharsMax(wanted.maxChars)
  const { passages, truncated } = selectSnippets(anchors, unitAt, { ...wanted, windowChars })
  const found = passages.map((passage) => ({ ...passage, revision: revisions.get(passage.sourceId) ?? '' }))
  return { ground, passages: found, truncated }
}

function* rankAll(query: ParsedQuery, postings: Posting[], extent: CorpusSize): Sliced<Anchor[]> {
  const matches = yield* matchTerms(query, postings)
  return yield* rank(query, matches, extent)
}
