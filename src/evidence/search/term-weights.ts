import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Match, type Posting, quality } from './match.ts'
import type { ParsedQuery } from './parse-query.ts'

/**
 * What an occurrence of a word counts for the term that it matches, the same at each of its places: the term's own
 * weight, how rare the word is, and how well it matches.
 */
export type TermHit = { term: number; weight: number; rarity: number; quality: number }

/** The places of one word in one segment of a source, and what each of them counts. */
export type WordHits = { posting: Posting; hit: TermHit }

/**
 * In a handful of sentences every word is common; rarity is computed as if there were this many, so that one word of
 * two still counts half.
 */
const sentencesMin = 200

/** A tour of Japan is not answered by a tour: so much more a name counts in the whole that no text has. */
const missingName = 3

/** The matches of a query with what they count, the most first, and what all its terms together would. */
export function* weighTerms(
  { terms }: ParsedQuery,
  matches: Match[],
  sentenceCount: number,
): TimeSliced<{ found: WordHits[]; whole: number }> {
  const sentences = Math.max(sentenceCount, sentencesMin)
  // The rarer, the more, as in BM25. A term that no text has is worth the most, though nothing earns it.
  const computeRarity = (count: number) => Math.log(1 + (sentences - count + 0.5) / (count + 0.5))
  const counts = yield* countOccurrences(matches)
  const rarities = terms.map((_, term) => computeRarity(Math.min(sentences, counts.get(`${term}`) ?? 0.5)))
  const whole = terms.reduce((sum, { named, weight }, term) => {
    const share = named && !counts.has(`${term}`) ? missingName : 1
    return sum + share * weight * (rarities[term] ?? 0)
  }, 0)
  const found: WordHits[] = []
  for (const { term, posting, quality } of matches) {
    yield
    const itself = rarities[term] ?? 0
    // A related word is worth no more than what it represents.
    const related = counts.get(`${term} ${posting.stem}`)
    const rarity = related === undefined ? itself : Math.min(itself, computeRarity(Math.min(sentences, related)))
    found.push({ posting, hit: { term, quality, rarity, weight: terms[term]?.weight ?? 0 } })
  }
  return { found: found.sort((one, other) => computeWorth(other.hit) - computeWorth(one.hit)), whole }
}

/** What a single occurrence adds to what its surroundings speak of the query. */
export const computeWorth = ({ weight, rarity, quality }: TermHit): number => weight * rarity * quality

/** How often each term occurs itself, by its number, and how often each word related to it, by the number and stem. */
function* countOccurrences(matches: Match[]): TimeSliced<Map<string, number>> {
  const counts = new Map<string, number>()
  const counted = new Set<string>()
  for (const { term, posting, quality: found } of matches) {
    yield
    if (counted.has(`${term} ${posting.word}`)) continue
    counted.add(`${term} ${posting.word}`)
    const key = found === quality.related ? `${term} ${posting.stem}` : `${term}`
    counts.set(key, (counts.get(key) ?? 0) + posting.total)
  }
  return counts
}
