import type { TimeSliced } from '#src/text/time-slices.ts'
import { everydayStems } from './subjects.ts'

/**
 * The inverse document frequency of a stem among the artist's sentences: how informative it is, from 0.1 (an everyday
 * word) to 1 (a word of one sentence).
 */
export type Idf = (stem: string) => number

/** Sentences that are needed before counting is more informative than the list of everyday words. */
const sentencesMin = 30

/** Sentences that are counted between two yields. */
const sentencesPerYield = 500

/** Counts in how many of the artist's sentences each stem occurs. */
export function* computeIdf(sentences: readonly { stems: ReadonlySet<string> }[]): TimeSliced<Idf> {
  const counts = new Map<string, number>()
  for (const [at, { stems }] of sentences.entries()) {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    if (at % sentencesPerYield === sentencesPerYield - 1) yield
  }
  const total = Math.max(sentencesMin, sentences.length)
  const scale = Math.log(total + 1)
  return (stem) => {
    const weight = Math.max(0.1, Math.log((total + 1) / Math.max(1, counts.get(stem) ?? 0)) / scale)
    return everydayStems.has(stem) ? Math.min(0.1, weight) : weight
  }
}

/** Of stems together; an everyday word counts half of a word of one sentence. */
export function computeWeight(stems: Iterable<string>, idf: Idf): number {
  let sum = 0
  for (const stem of stems) sum += 0.45 + 0.55 * (everydayStems.has(stem) ? 0.1 : idf(stem))
  return sum
}
