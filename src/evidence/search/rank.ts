import type { TimeSliced } from '#src/text/time-slices.ts'
import { findMatches, findUnknownTerms, type Match, type Posting } from './match.ts'
import type { ParsedQuery, Term } from './parse-query.ts'

/**
 * A sentence of a source around which a passage may be laid. `coverage` is the share of the query that its surroundings
 * speak of, rare words counting most.
 */
export type Anchor = Sentence & { score: number; coverage: number }

/** A sentence of a source by its number, and the segment that holds it. */
export type Sentence = { sourceId: string; revision: string; segment: number; sentence: number }

/** The weight of a hit for a sentence at this distance in sentences. */
const weightByDistance = [1, 0.62, 0.38, 0.22]

/** How soon further hits of the same term stop counting: BM25's k1. */
const saturation = 0.6

/**
 * How often a name counts for a sentence that stands far from it in the same text: a text that is about someone says
 * the name at its beginning, and "I" or "he" from there on.
 */
const nameElsewhere = 0.5

/**
 * What one of the sentences has to speak of, with its surroundings: half of the query, or two words by their qualities
 * if its score is this share of a sentence's that has every word once. Below that only common words match or words far
 * from each other, which is no answer; nor are two words about a name that no text has, or in a text without a name of
 * the query.
 */
const answerMin = { coverage: 0.5, words: 1.5, share: 0.375 }

/**
 * As many sentences as are scored. Those with the rarest words come first, so of a query whose words stand everywhere
 * in a long text only sentences are passed over that have nothing but its commonest words.
 */
const anchorsMax = 600

/** The occurrences of a word in a segment. `worth` is what they add to what their surroundings speak of the query. */
type Hit = Match & { posting: Posting; weight: number; worth: number }

/** What stands in the sentences of one text, by their numbers. */
type Text = Map<number, Hit[]>

/**
 * The sentences that speak of what was asked, best first; none where no sentence answers it. A sentence is scored
 * with its surroundings, as BM25 scores a document: rare terms count more, and a second hit less than the first.
 */
export function* rank(query: ParsedQuery, postings: Posting[], sentenceCount: number): TimeSliced<Anchor[]> {
  const { terms } = query
  const computeRarity = createRarity(postings, sentenceCount)
  const whole = terms.reduce((sum, term) => sum + term.weight * computeRarity(term.stem), 0)
  const hits = yield* listHits(query, postings, computeRarity)
  const names = findNames(hits)
  const asked = terms.filter(({ isName }) => isName)
  const areNamesKnown = asked.every((name) => hits.some(({ term }) => term === name))
  const { sentences, texts } = yield* chooseSentences(hits)
  yield* fillTexts(texts, hits)
  const anchors: Anchor[] = []
  let isAnswered = false
  for (const sentence of sentences) {
    yield
    const { revision } = sentence
    const text = texts.get(revision) ?? new Map()
    const named = names.get(revision) ?? []
    const { score, worth, words } = computeScore(text, sentence.sentence, named)
    const coverage = worth / whole
    anchors.push({ ...sentence, score, coverage })
    const holdsTwo = words >= answerMin.words && score / whole >= answerMin.share
    const isAboutNames = asked.length === 0 || (areNamesKnown && named.length > 0)
    isAnswered ||= (holdsTwo && isAboutNames) || coverage >= answerMin.coverage
  }
  return isAnswered ? anchors.sort((one, other) => other.score - one.score) : []
}

/** The names of the query that a text has, each by the hit that counts most, by the text's revision. */
function findNames(hits: readonly Hit[]): Map<string, Hit[]> {
  const names = new Map<string, Hit[]>()
  for (const hit of hits.filter(({ term }) => term.isName)) {
    const found = names.get(hit.posting.revision) ?? []
    if (!found.some(({ term }) => term === hit.term)) names.set(hit.posting.revision, [...found, hit])
  }
  return names
}

const parseNumbers = ({ posting }: Hit): number[] => JSON.parse(`[${posting.sentences}]`)

/** The sentences to score, and their texts with a place for what stands in them and around them. */
function* chooseSentences(hits: Hit[]): TimeSliced<{ sentences: Sentence[]; texts: Map<string, Text> }> {
  const sentences: Sentence[] = []
  const texts = new Map<string, Text>()
  const chosen = new Set<string>()
  for (const hit of hits) {
    yield
    const { source_id: sourceId, revision, segment } = hit.posting
    const text = texts.get(revision) ?? new Map<number, Hit[]>()
    texts.set(revision, text)
    for (const sentence of parseNumbers(hit)) {
      if (sentences.length === anchorsMax) return { sentences, texts }
      const key = `${revision} ${sentence}`
      if (chosen.has(key)) continue
      chosen.add(key)
      sentences.push({ sourceId, revision, segment, sentence })
      for (const near of listAround(sentence)) text.set(near, [])
    }
  }
  return { sentences, texts }
}

/** Of a long text only what stands around the chosen sentences is held in memory. */
function* fillTexts(texts: ReadonlyMap<string, Text>, hits: Hit[]): TimeSliced<void> {
  for (const hit of hits) {
    yield
    const text = texts.get(hit.posting.revision)
    if (text !== undefined) for (const sentence of parseNumbers(hit)) text.get(sentence)?.push(hit)
  }
}

/** The numbers of the sentences that are scored together with this one. */
const listAround = (sentence: number): number[] =>
  Array.from({ length: 2 * weightByDistance.length - 1 }, (_, at) => sentence + at + 1 - weightByDistance.length)

/**
 * The score of a sentence, and what its surroundings speak of the query: by the rarity and by the number of words.
 * `names` are those of its text.
 */
function computeScore(text: Text, sentence: number, names: readonly Hit[]) {
  const seen = new Map<Term, { frequency: number; best: Hit }>()
  for (const near of listAround(sentence)) {
    const nearness = weightByDistance[Math.abs(near - sentence)] ?? 0
    for (const hit of text.get(near) ?? []) {
      const { frequency, best } = seen.get(hit.term) ?? { frequency: 0, best: hit }
      seen.set(hit.term, {
        frequency: frequency + hit.quality * nearness,
        best: hit.worth > best.worth ? hit : best,
      })
    }
  }
  let [score, worth, words] = [0, 0, 0]
  for (const { frequency, best } of seen.values()) {
    score += best.weight * saturate(frequency)
    worth += best.worth
    words += best.term.weight * best.quality
  }
  for (const { term, weight, quality } of names) {
    if (!seen.has(term)) score += weight * saturate(quality * nameElsewhere)
  }
  return { score, worth, words }
}

const saturate = (frequency: number) => (frequency * (1 + saturation)) / (frequency + saturation)

/** The hits of a query, those that count most first. A word counts no more than the term that it stands for. */
function* listHits(
  query: ParsedQuery,
  postings: Posting[],
  computeRarity: (stem: string) => number,
): TimeSliced<Hit[]> {
  const unknown = findUnknownTerms(query, postings)
  const matches = new Map<string, Match[]>()
  const hits: Hit[] = []
  for (const posting of postings) {
    yield
    const found = matches.get(posting.word) ?? findMatches(query, posting, unknown)
    matches.set(posting.word, found)
    for (const { term, quality } of found) {
      const weight = term.weight * Math.min(computeRarity(term.stem), computeRarity(posting.stem))
      hits.push({ term, quality, posting, weight, worth: weight * quality })
    }
  }
  return hits.sort((one, other) => other.worth - one.worth)
}

/**
 * In a handful of sentences every word is common; rarity is computed as if there were this many, so that one word of
 * two still counts half.
 */
const sentencesMin = 200

/** BM25's inverse document frequency by the stem. A term that no text has weighs the most, though no text earns it. */
function createRarity(postings: Posting[], sentenceCount: number): (stem: string) => number {
  const sentences = Math.max(sentenceCount, sentencesMin)
  const counts = new Map<string, number>()
  for (const { stem, total } of new Map(postings.map((posting) => [posting.word, posting])).values())
    counts.set(stem, (counts.get(stem) ?? 0) + total)
  return (stem) => {
    const within = Math.min(sentences, counts.get(stem) ?? 0.5)
    return Math.log(1 + (sentences - within + 0.5) / (within + 0.5))
  }
}
