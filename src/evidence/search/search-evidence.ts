import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { coversQuery } from './coverage-threshold.ts'
import { expandFamilies } from './expand-query.ts'
import { loadSentences } from './load-sentences.ts'
import { findUnknownTerms, matchTerms } from './match.ts'
import { parseQuery } from './parse-query.ts'
import { type CorpusStats, listPostings, listSpellings, loadCorpusStats, type SearchScope } from './queries.ts'
import { rank } from './rank.ts'
import { computeSnippetCharsMax, type Snippet, selectSnippets } from './snippets.ts'
import { buildSpellingPattern, computeSimilarity } from './spelling.ts'

export type SearchRequest = { query: string; limit: number; maxChars: number }
export type SearchResult = { ground: CorpusStats; passages: Snippet[]; truncated: boolean }

/**
 * The passages of an artist's eligible sources that match a query, best first (operations, section 6). Call it in a
 * read-only transaction of level `repeatable read`, so that what is found is still there when its text is read.
 * @throws Problem when the caller may not read of the artist
 */
export async function searchEvidence(db: Kysely<DB>, scope: SearchScope, wanted: SearchRequest): Promise<SearchResult> {
  const ground = await loadCorpusStats(db, scope)
  const query = parseQuery(wanted.query, ground.name ?? '')
  const none = { ground, passages: [], truncated: false }
  if (ground.units === 0 || query.terms.length === 0) return none
  const postings = await listPostings(db, scope, 'family', expandFamilies(query.terms))
  const unknown = findUnknownTerms(query, postings).filter(({ word }) => buildSpellingPattern(word) !== undefined)
  if (unknown.length > 0) {
    const spelt = await listSpellings(
      db,
      scope,
      unknown.flatMap(({ word }) => buildSpellingPattern(word) ?? []),
    )
    const meant = spelt.filter((word) => unknown.some((term) => computeSimilarity(term.word, word) > 0))
    if (meant.length > 0) postings.push(...(await listPostings(db, scope, 'word', meant)))
  }
  const anchors = rank(query, matchTerms(query, postings), { sources: ground.searched, units: ground.units })
  if (!coversQuery(anchors)) return none
  const unitAt = await loadSentences(db, scope, anchors, wanted.limit)
  const windowChars = computeSnippetCharsMax(wanted.maxChars)
  return { ground, ...selectSnippets(anchors, unitAt, { ...wanted, windowChars }) }
}
