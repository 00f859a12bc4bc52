import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Match, type Posting, quality } from './match.ts'
import type { ParsedQuery } from './parse-query.ts'

/**
 * A sentence of a source around which a passage may be laid. `coverage` is the share of the query that its surroundings
 * speak of, rare words counting most.
 */
export type Anchor = { sourceId: string; segment: number; sentence: number; score: number; coverage: number }

/** With how many words of the query its surroundings speak of, by their qualities. */
type Scored = Anchor & { words: number }

/** The weight of a hit for a sentence at this distance in sentences. */
const weightByDistance = [1, 0.62, 0.38, 0.22]

/** How soon further hits of the same term stop counting: BM25's k1. */
const saturation = 0.6

/**
 * What one of the sentences has to speak of, with its surroundings: half of the query, or two words by their
 * qualities that weigh more than 1.2 average words of the query. Below that only a common word matches (a tour, a
 * record, a year), which is no answer.
 */
const answerMin = { coverage: 0.5, words: 1.5, averageWords: 1.2 }

/**
 * As many sentences as are scored. Those with the rarest words come first, so of a query whose words stand everywhere
 * in a long text only sentences are passed over that have nothing but its commonest words.
 */
const anchorsMax = 600

/**
 * The sentences that speak of what was asked, best first; none where no sentence answers it. A sentence is scored
 * with its surroundings, as BM25 scores a document: rare terms count more, and a second hit less than the first.
 */
export function* rank(query: ParsedQuery, matches: Match[], sentenceCount: number): TimeSliced<Anchor[]> {
  const { found, whole } = yield* weighTerms(query, matches, sentenceCount)
  const sources = new Map<string, Map<number, TermHit[]>>()
  const places = new Map<string, { sourceId: string; segment: number; sentence: number }>()
  for (const { posting, hit } of found) {
    yield
    const { source_id: sourceId, segment } = posting
    const bySentence = sources.get(sourceId) ?? new Map<number, TermHit[]>()
    sources.set(sourceId, bySentence)
    for (const sentence of posting.sentences) {
      const hits = bySentence.get(sentence)
      if (hits === undefined) bySentence.set(sentence, [hit])
      else hits.push(hit)
      if (places.size < anchorsMax) places.set(`${sourceId} ${sentence}`, { sourceId, segment, sentence })
    }
  }
  const anchors: Scored[] = []
  for (const place of places.values()) {
    yield
    const { score, covered, words } = computeScore(sources.get(place.sourceId) ?? new Map(), place.sentence)
    const coverage = whole === 0 ? 0 : covered / whole
    anchors.push({ ...place, score, coverage, words })
  }
  anchors.sort((one, other) => other.score - one.score)
  const coverageOfTwo = answerMin.averageWords / query.terms.length
  const isAnswered = anchors.some(
    ({ words, coverage }) => coverage >= answerMin.coverage || (words >= answerMin.words && coverage >= coverageOfTwo),
  )
  return isAnswered ? anchors : []
}

/** What the surroundings of a sentence have of one term: how often, and its hit that counts most. */
type Seen = { frequency: number; best: TermHit; strength: number }

function computeScore(bySentence: Map<number, TermHit[]>, sentence: number) {
  const seen = new Map<number, Seen>()
  for (let distance = 1 - weightByDistance.length; distance < weightByDistance.length; distance += 1) {
    const nearness = weightByDistance[Math.abs(distance)] ?? 0
    for (const hit of bySentence.get(sentence + distance) ?? []) {
      const strength = computeWorth(hit) * (0.5 + nearness)
      const term = seen.get(hit.term)
      if (term === undefined) {
        seen.set(hit.term, { frequency: hit.quality * nearness, best: hit, strength })
        continue
      }
      term.frequency += hit.quality * nearness
      if (strength <= term.strength) continue
      term.strength = strength
      term.best = hit
    }
  }
  let [score, covered, words] = [0, 0, 0]
  for (const { frequency, best } of seen.values()) {
    score += (best.weight * best.rarity * frequency * (1 + saturation)) / (frequency + saturation)
    covered += computeWorth(best)
    words += best.weight * best.quality
  }
  return { score, covered, words }
}

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
  const whole = terms.reduce((sum, { weight }, term) => sum + weight * (rarities[term] ?? 0), 0)
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
