import { splitIntoWindows, type TextSearch } from './text-search.ts'
import { createTokenizer, unknownWordId, type Vocabulary } from './tokenize.ts'

/** A part of the text that has as many words as the quote; `shared` is the weight of the words that both have. */
export type CandidateSpot = { start: number; end: number; shared: number }

/**
 * More than one, because the same words may stand together in another order elsewhere; few, because each is aligned.
 */
const spotsMax = 4
/** Words after which the search yields to other work: about 3 ms. */
const wordsPerYield = 4 * 1024

/**
 * The parts of the text that share most words with the quote, the best first, and of equal ones the nearest to
 * `expectedStart`. One pass: a window as many words wide as the quote slides over the text and counts only the words
 * that enter and leave. The best position within that width represents its neighbours.
 */
export function* findCandidateSpots(
  quote: Vocabulary,
  { totalChars, expectedStart, windowChars }: { totalChars: number; expectedStart: number; windowChars: number },
): TextSearch<CandidateSpot[]> {
  const width = quote.words.length
  if (width === 0) return []
  const tokenize = createTokenizer(0, quote.getId)
  const overlap = overlapWith(quote)
  const starts = new Int32Array(width)
  let best: CandidateSpot | undefined
  let spots: CandidateSpot[] = []
  let seen = 0
  for (const window of splitIntoWindows({ start: 0, end: totalChars }, windowChars)) {
    for (const { id, start, end } of tokenize(yield window, window.end === totalChars)) {
      const shared = overlap.move(seen % width, id)
      starts[seen % width] = start
      seen += 1
      const spot = { start: starts[seen < width ? 0 : seen % width] as number, end, shared }
      if (best === undefined || isBetter(spot, best, expectedStart)) best = spot
      if (seen % width === 0) {
        spots = withSpot(spots, best, expectedStart)
        best = undefined
      }
      if (seen % wordsPerYield === 0) yield
    }
  }
  return best === undefined ? spots : withSpot(spots, best, expectedStart)
}

/** Counts what a window of words has in common with the quote: each word as often as both have it, by its weight. */
function overlapWith({ words }: Vocabulary) {
  const required = new Int32Array(words.length)
  const held = new Int32Array(words.length)
  const weight = new Int32Array(words.length)
  const window = new Int32Array(words.length).fill(unknownWordId)
  for (const word of words) {
    required[word.id] = (required[word.id] as number) + 1
    weight[word.id] = word.weight
  }
  let shared = 0
  const count = (id: number, by: 1 | -1) => {
    if (id === unknownWordId) return
    const before = held[id] as number
    held[id] = before + by
    if (Math.max(before, before + by) <= (required[id] as number)) shared += by * (weight[id] as number)
  }
  /** Puts a word into a slot of the ring buffer, removes the word that was there, and returns the shared weight. */
  const move = (position: number, id: number): number => {
    count(window[position] as number, -1)
    window[position] = id
    count(id, 1)
    return shared
  }
  return { move }
}

const withSpot = (spots: CandidateSpot[], spot: CandidateSpot, expectedStart: number): CandidateSpot[] =>
  spot.shared === 0
    ? spots
    : [...spots, spot].sort((one, other) => (isBetter(one, other, expectedStart) ? -1 : 1)).slice(0, spotsMax)

const isBetter = (one: CandidateSpot, other: CandidateSpot, expectedStart: number): boolean =>
  one.shared === other.shared
    ? Math.abs(one.start - expectedStart) < Math.abs(other.start - expectedStart)
    : one.shared > other.shared
