import type { TimeSliced } from '#src/text/time-slices.ts'
import type { Match } from './match.ts'
import type { ParsedQuery, Term } from './parse-query.ts'

/** How much text is looked through. */
export type CorpusSize = { sources: number; sentences: number }

/** One word of a text that matches a term: where, how well, and what it would count at its best. */
export type TermHit = { term: number; sentence: number; offset: number; word: string; weight: number; quality: number }

/** What a term is worth when it is met itself, and when a relative is met in its place, by the relative's family. */
type TermWeight = { itself: number; byFamily: Map<string, number>; isKnown: boolean }

/**
 * In a handful of sentences every word is common; rarity is computed as if there were this many, so that one word of
 * two still counts half.
 */
const sentencesMin = 200

/** The hits of one word in one segment of a source; every one of them counts the same. */
export type WordHits = { sourceId: string; segment: number; weight: number; hits: TermHit[] }

/** What the matches of a query count, the most first, and what all its terms together would. */
export function* weighTerms(
  query: ParsedQuery,
  matches: Match[],
  { sentences }: CorpusSize,
): TimeSliced<{ found: WordHits[]; whole: number }> {
  const byTerm = Map.groupBy(matches, ({ term }) => term)
  const weights: TermWeight[] = []
  for (const term of query.terms.keys()) {
    weights.push(yield* computeWorth(byTerm.get(term) ?? [], Math.max(sentences, sentencesMin)))
  }
  const whole = query.terms.reduce((sum, term, index) => sum + computeShare(term, weights[index] as TermWeight), 0)
  const found: WordHits[] = []
  for (const match of matches) {
    found.push(toHits(match, query.terms[match.term] as Term, weights[match.term] as TermWeight))
    yield
  }
  return { found: found.sort((one, other) => other.weight - one.weight), whole }
}

/** The rarer, the more, as in BM25. A term that no text has is worth the most, though nothing earns it. */
function* computeWorth(matches: Match[], sentences: number): TimeSliced<TermWeight> {
  const computeRarity = (count: number) => Math.log(1 + (sentences - count + 0.5) / (count + 0.5))
  const [itself = [], others = []] = [true, false].map((direct) => matches.filter((match) => match.direct === direct))
  const most = computeRarity(itself.length > 0 ? yield* countSentences(itself, sentences) : 0.5)
  const byFamily = new Map<string, number>()
  // A relative is worth no more than what it represents.
  for (const [family, matchesOfFamily] of Map.groupBy(others, ({ posting }) => posting.family)) {
    byFamily.set(family, Math.min(most, computeRarity(yield* countSentences(matchesOfFamily, sentences))))
  }
  return { itself: most, byFamily, isKnown: itself.length > 0 }
}

/** Sentences that have one of the words; where not all places of a word were read, as many more as it has places. */
function* countSentences(matches: Match[], sentencesMax: number): TimeSliced<number> {
  const sentences = new Map<string, Set<number>>()
  const totals = new Map<string, number>()
  let read = 0
  for (const { posting } of matches) {
    const ofSource = sentences.get(posting.source_id) ?? new Set()
    sentences.set(posting.source_id, ofSource)
    for (const sentence of posting.sentences) ofSource.add(sentence)
    read += posting.sentences.length
    totals.set(posting.word, posting.total)
    yield
  }
  const different = sum([...sentences.values()].map(({ size }) => size))
  return Math.min(sentencesMax, (different * sum([...totals.values()])) / read)
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** A tour of Japan is not answered by a tour. */
const missingName = 3

/** What a term counts in the whole. A name that no text has was asked for in particular; a hint was not asked for. */
function computeShare({ weight, named, hint }: Term, { itself, isKnown }: TermWeight): number {
  if (hint) return 0
  return (named && !isKnown ? missingName : 1) * weight * itself
}

function toHits({ term, posting, quality, direct }: Match, { weight }: Term, termWeight: TermWeight): WordHits {
  const { source_id: sourceId, segment, word } = posting
  const best = weight * (direct ? termWeight.itself : (termWeight.byFamily.get(posting.family) ?? 0))
  const hits = posting.sentences.map((sentence, at) => {
    return { term, sentence, offset: posting.offsets[at] ?? 0, word, weight: best, quality }
  })
  return { sourceId, segment, weight: best * quality, hits }
}
