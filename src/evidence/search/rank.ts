import type { TimeSliced } from '#src/text/time-slices.ts'
import type { Match } from './match.ts'
import type { ParsedQuery } from './parse-query.ts'
import { type CorpusSize, type TermHit, weighTerms } from './term-weights.ts'

/**
 * A sentence of a source around which a passage may be laid. `coverage` is the share of the query that its surroundings
 * speak of.
 */
export type Anchor = { sourceId: string; segment: number; sentence: number; score: number; coverage: number }

/**
 * Each figure is the middle of a range within which the measured quality hardly moves (src/evidence/search/README.md).
 */
const rankingWeights = {
  /** The weight of a hit for a sentence at this distance in sentences. */
  byDistance: [1, 0.62, 0.38, 0.22],
  /** How soon further hits of the same term stop counting: BM25's k1. */
  saturation: 0.6,
  /** What the sentence itself counts besides its surroundings. */
  focus: 0.25,
  /** What two terms count that stand together as in the query, and how many characters may stand between them. */
  pair: 0.55,
  pairChars: 24,
  /** How much more a source counts that speaks of nothing but the query. */
  source: 0.08,
}

/**
 * As many sentences as are scored. Those with the rarest words come first, so of a query whose words stand everywhere
 * in a long text only sentences are passed over that have nothing but its commonest words.
 */
const anchorsMax = 600

/**
 * The sentences with a hit, best first. A sentence is scored with its surroundings, as BM25 scores a document: rare
 * terms count more, and a second hit less than the first. Terms that stand together as in the query count more, and so
 * do the sources that speak of the matter elsewhere too.
 */
export function* rank(query: ParsedQuery, matches: Match[], extent: CorpusSize): TimeSliced<Anchor[]> {
  const { found, whole } = yield* weighTerms(query, matches, extent)
  const scoreSource = createSourceScorer(query, matches, extent)
  const sources = new Map<string, Map<number, TermHit[]>>()
  const sentences = new Map<string, { sourceId: string; segment: number; sentence: number }>()
  for (const { sourceId, segment, hits } of found) {
    yield
    const bySentence = sources.get(sourceId) ?? new Map<number, TermHit[]>()
    sources.set(sourceId, bySentence)
    for (const hit of hits) {
      const existing = bySentence.get(hit.sentence)
      if (existing === undefined) bySentence.set(hit.sentence, [hit])
      else existing.push(hit)
      if (sentences.size < anchorsMax)
        sentences.set(`${sourceId} ${hit.sentence}`, { sourceId, segment, sentence: hit.sentence })
    }
  }
  const anchors: Anchor[] = []
  for (const place of sentences.values()) {
    yield
    const { score, covered } = computeScore(
      query,
      sources.get(place.sourceId) as Map<number, TermHit[]>,
      place.sentence,
    )
    const favour = 1 + rankingWeights.source * scoreSource(place.sourceId)
    anchors.push({ ...place, score: score * favour, coverage: whole === 0 ? 0 : covered / whole })
  }
  return anchors.sort((one, other) => other.score - one.score)
}

/** What the surroundings of a sentence have of one term. */
type Seen = { frequency: number; best: TermHit | undefined; strength: number; focus: number }

/** Runs for thousands of sentences a query, each with dozens of hits: it makes no object for a hit. */
function computeScore(
  query: ParsedQuery,
  bySentence: Map<number, TermHit[]>,
  sentence: number,
): { score: number; covered: number } {
  const seen = query.terms.map((): Seen => ({ frequency: 0, best: undefined, strength: 0, focus: 0 }))
  const near: TermHit[] = []
  for (
    let distance = 1 - rankingWeights.byDistance.length;
    distance < rankingWeights.byDistance.length;
    distance += 1
  ) {
    const nearness = rankingWeights.byDistance[Math.abs(distance)] ?? 0
    for (const hit of bySentence.get(sentence + distance) ?? []) {
      addHit(seen[hit.term] as Seen, hit, nearness, distance === 0)
      near.push(hit)
    }
  }
  let score = rankingWeights.pair * scorePairs(query, near)
  let covered = 0
  for (const [place, { frequency, best, focus }] of seen.entries()) {
    if (best === undefined) continue
    score += best.weight * saturate(frequency) + rankingWeights.focus * focus
    if (query.terms[place]?.hint !== true) covered += best.weight * best.quality
  }
  return { score, covered }
}

function addHit(seen: Seen, hit: TermHit, nearness: number, isWithin: boolean): void {
  const strength = hit.weight * hit.quality * (0.5 + nearness)
  seen.frequency += hit.quality * nearness
  if (strength > seen.strength) {
    seen.strength = strength
    seen.best = hit
  }
  if (isWithin) seen.focus = Math.max(seen.focus, hit.weight * hit.quality)
}

const saturate = (frequency: number) =>
  (frequency * (1 + rankingWeights.saturation)) / (frequency + rankingWeights.saturation)

/**
 * What the terms count that follow each other in the query and stand close together here. Each hit is compared only
 * with hits near it: in a refrain a sentence has dozens of hits of both terms, and comparing all pairs would take tens
 * of thousands of steps for each sentence.
 */
function scorePairs({ terms, pairs }: ParsedQuery, near: TermHit[]): number {
  if (pairs.length === 0) return 0
  const best = new Float64Array(terms.length ** 2)
  near.sort((one, other) => one.offset - other.offset)
  for (const [at, one] of near.entries()) {
    for (let next = at + 1; next < near.length; next += 1) {
      const other = near[next] as TermHit
      if (other.offset - one.offset > one.word.length + rankingWeights.pairChars) break
      const ordered = one.term * terms.length + other.term
      const reversed = other.term * terms.length + one.term
      best[ordered] = Math.max(best[ordered] as number, scorePair(one, other))
      best[reversed] = Math.max(best[reversed] as number, scorePair(other, one))
    }
  }
  return sum(pairs.map(([first, second]) => best[first * terms.length + second] as number))
}

/** Two words in the query's order may stand further apart than two in the other. */
const turnedChars = 6
const adjacentChars = 3

function scorePair(one: TermHit, other: TermHit): number {
  const gap =
    other.offset > one.offset
      ? other.offset - one.offset - one.word.length
      : one.offset - other.offset - other.word.length + turnedChars
  if (gap < 0 || gap > rankingWeights.pairChars) return 0
  const weight = Math.min(one.weight, other.weight) * Math.min(one.quality, other.quality)
  return gap <= adjacentChars ? weight : weight / 2
}

/** How much of the query a source as a whole speaks of, from 0 to 1; terms that few sources have count more. */
function createSourceScorer(
  query: ParsedQuery,
  matches: Match[],
  { sources }: CorpusSize,
): (sourceId: string) => number {
  const counts = query.terms.map((_, term) => {
    const perSource = new Map<string, number>()
    for (const { posting, direct, term: own } of matches) {
      if (!direct || own !== term) continue
      perSource.set(posting.source_id, (perSource.get(posting.source_id) ?? 0) + posting.sentences.length)
    }
    return perSource
  })
  const rarities = query.terms.map(
    ({ weight }, term) => weight * Math.log(1 + sources / (counts[term]?.size || sources)),
  )
  const most = sum(rarities)
  return (sourceId) => {
    const shares = counts.map((perSource, term) => {
      const count = perSource.get(sourceId) ?? 0
      return ((rarities[term] ?? 0) * count) / (count + 2)
    })
    return most === 0 ? 0 : sum(shares) / most
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
