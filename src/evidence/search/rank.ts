import type { TimeSliced } from '#src/text/time-slices.ts'
import { type Match, matchTerms, type Posting, quality } from './match.ts'
import type { ParsedQuery, Term } from './parse-query.ts'

/**
 * A sentence of a source around which a passage may be laid. `coverage` is the share of the query that its surroundings
 * speak of, rare words counting most.
 */
export type Anchor = Sentence & { score: number; coverage: number }

type Sentence = { sourceId: string; revision: string; segment: number; sentence: number }

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
export function* rank(query: ParsedQuery, postings: Posting[], sentenceCount: number): TimeSliced<Anchor[]> {
  const { terms } = query
  const matches = yield* matchTerms(query, postings)
  const { hits, whole } = yield* weighMatches(terms, matches, sentenceCount)
  const texts = new Map<string, Map<number, Hit[]>>()
  const places = new Map<string, Sentence>()
  for (const hit of hits) {
    yield
    const { source_id: sourceId, revision, segment, sentences } = hit.posting
    const bySentence = texts.get(revision) ?? new Map<number, Hit[]>()
    texts.set(revision, bySentence)
    for (const sentence of sentences) {
      const others = bySentence.get(sentence)
      if (others === undefined) bySentence.set(sentence, [hit])
      else others.push(hit)
      if (places.size < anchorsMax) places.set(`${revision} ${sentence}`, { sourceId, revision, segment, sentence })
    }
  }
  const anchors: Anchor[] = []
  let isAnswered = false
  const coverageOfTwo = answerMin.averageWords / terms.length
  for (const place of places.values()) {
    yield
    const { score, worth, words } = computeScore(texts.get(place.revision) ?? new Map(), place.sentence)
    const coverage = whole === 0 ? 0 : worth / whole
    anchors.push({ ...place, score, coverage })
    isAnswered ||= coverage >= answerMin.coverage || (words >= answerMin.words && coverage >= coverageOfTwo)
  }
  return isAnswered ? anchors.sort((one, other) => other.score - one.score) : []
}

/** What the surroundings of a sentence have of one term: how often, and its hit that counts most. */
type Seen = { frequency: number; best: Hit }

/** With what its surroundings speak of the query: `worth` by the rarity of the words, `words` by their number. */
function computeScore(bySentence: Map<number, Hit[]>, sentence: number) {
  const seen = new Map<Term, Seen>()
  for (let distance = 1 - weightByDistance.length; distance < weightByDistance.length; distance += 1) {
    const nearness = weightByDistance[Math.abs(distance)] ?? 0
    for (const hit of bySentence.get(sentence + distance) ?? []) {
      const { frequency, best } = seen.get(hit.term) ?? { frequency: 0, best: hit }
      seen.set(hit.term, {
        frequency: frequency + hit.quality * nearness,
        best: computeWorth(hit) > computeWorth(best) ? hit : best,
      })
    }
  }
  let [score, worth, words] = [0, 0, 0]
  for (const { frequency, best } of seen.values()) {
    score += (best.weight * frequency * (1 + saturation)) / (frequency + saturation)
    worth += computeWorth(best)
    words += best.term.weight * best.quality
  }
  return { score, worth, words }
}

/** The occurrences of a word; `weight` is its term's, more for a rare word, as in BM25. */
type Hit = Match & { weight: number }

/** What an occurrence adds to what its surroundings speak of the query. */
const computeWorth = ({ weight, quality }: Hit): number => weight * quality

/**
 * In a handful of sentences every word is common; rarity is computed as if there were this many, so that one word of
 * two still counts half.
 */
const sentencesMin = 200

/** The matches of a query, those that count most first, and what all its terms together would count. */
function* weighMatches(
  terms: Term[],
  matches: Match[],
  sentenceCount: number,
): TimeSliced<{ hits: Hit[]; whole: number }> {
  const sentences = Math.max(sentenceCount, sentencesMin)
  const computeRarity = (count: number) => {
    const within = Math.min(sentences, count)
    return Math.log(1 + (sentences - within + 0.5) / (within + 0.5))
  }
  const counts = yield* countOccurrences(matches)
  // A term that no text has is worth the most, though nothing earns it.
  const getRarity = ({ stem }: Term) => computeRarity(counts.get(stem) ?? 0.5)
  const whole = terms.reduce((sum, term) => sum + term.weight * getRarity(term), 0)
  const hits: Hit[] = []
  for (const match of matches) {
    yield
    const { term, posting } = match
    // A related word is worth no more than what it represents.
    const related = counts.get(`${term.stem} ${posting.stem}`)
    const rarity = related === undefined ? getRarity(term) : Math.min(getRarity(term), computeRarity(related))
    hits.push({ ...match, weight: rarity * term.weight })
  }
  return { hits: hits.sort((one, other) => computeWorth(other) - computeWorth(one)), whole }
}

/** How often each term occurs itself, by its stem, and how often each word related to it, by both stems. */
function* countOccurrences(matches: Match[]): TimeSliced<Map<string, number>> {
  const counts = new Map<string, number>()
  const counted = new Set<string>()
  for (const { term, posting, quality: found } of matches) {
    yield
    if (counted.has(`${term.stem} ${posting.word}`)) continue
    counted.add(`${term.stem} ${posting.word}`)
    const key = found === quality.related ? `${term.stem} ${posting.stem}` : term.stem
    counts.set(key, (counts.get(key) ?? 0) + posting.total)
  }
  return counts
}
