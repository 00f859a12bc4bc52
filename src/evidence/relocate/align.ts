import { type ReadRange, splitIntoWindows, type TextSearch } from './text-search.ts'
import { createTokenizer, type TextWord, type Vocabulary } from './tokenize.ts'

/**
 * A window of the text that begins and ends with a word of the quote; `score` is how much of both agrees, from 0 to 1.
 */
export type AlignedWindow = { start: number; end: number; score: number; agreedChars: number }

/** What a window may be: `codePointsMax` is in Unicode code points, `penaltyPerUnit` see `align`. */
export type AlignmentBounds = { codePointsMax: number; penaltyPerUnit: number }

/** Some 5 ms. */
const stepsPerYield = 256 * 1024

/**
 * The window with most of the quote's words in their order: local alignment after Smith and Waterman, quote times text
 * words. Its score is what agrees, on both sides, less the penalty for every unit of the window; one above the
 * penalty exists exactly when the best one is above it, so none is missed.
 */
export function* align(
  quote: Vocabulary,
  { words, ids, weights, starts, ends }: WordColumns,
  { codePointsMax, penaltyPerUnit }: AlignmentBounds,
): TextSearch<AlignedWindow | undefined> {
  let sinceYield = 0
  let above = createRow(ids.length)
  let row = createRow(ids.length)
  let best = { score: 0, first: 0, last: 0 }
  for (const { id, weight } of quote.words) {
    sinceYield += ids.length
    if (sinceYield > stepsPerYield) {
      sinceYield = 0
      yield
    }
    let score = 0
    let first = 0
    // A typed array has a number at every index below its length; `as number` states only that.
    for (let at = 0; at < ids.length; at += 1) {
      score = Math.max(0, score - penaltyPerUnit * (weights[at] as number))
      if ((above.score[at] as number) >= score) {
        score = above.score[at] as number
        first = above.first[at] as number
      }
      if (ids[at] === id) {
        const started = above.first[at - 1] ?? at
        const goesOn = (ends[at] as number) - (starts[started] as number) <= codePointsMax
        const before = goesOn ? (above.score[at - 1] ?? 0) : 0
        const matched = before + weight + (1 - penaltyPerUnit) * (weights[at] as number)
        if (matched > score) {
          score = matched
          first = before > 0 ? started : at
          if (score > best.score) best = { score, first, last: at }
        }
      }
      row.score[at] = score
      row.first[at] = first
    }
    ;[above, row] = [row, above]
  }
  if (best.score === 0) return undefined
  const quoteChars = quote.words.reduce((sum, { weight }) => sum + weight, 0)
  const windowChars = weights.subarray(best.first, best.last + 1).reduce((sum, weight) => sum + weight, 0)
  const agreed = best.score + penaltyPerUnit * windowChars
  return {
    start: (words[best.first] as TextWord).start,
    end: (words[best.last] as TextWord).end,
    // Two equal sums of weights may differ in their last bit.
    score: Math.min(1, agreed / (quoteChars + windowChars)),
    agreedChars: agreed / 2,
  }
}

/** For every word: the greatest score of a window that ends at it, and the word at which that window begins. */
const createRow = (length: number) => ({ score: new Float64Array(length), first: new Int32Array(length) })

/** Words in columns; `starts` and `ends` count code points, as the length of a quote does. */
export type WordColumns = {
  words: TextWord[]
  ids: Int32Array
  weights: Int32Array
  starts: Int32Array
  ends: Int32Array
}

/** Reads the words of a part of the text, of which there are a few thousand at most. */
export function* readWords({ getId }: Vocabulary, range: ReadRange, windowChars: number): TextSearch<WordColumns> {
  const tokenize = createTokenizer(range.start, getId)
  const words: TextWord[] = []
  for (const window of splitIntoWindows(range, windowChars)) {
    for (const word of tokenize(yield window, window.end === range.end)) words.push(word)
  }
  const starts = new Int32Array(words.length)
  const ends = new Int32Array(words.length)
  for (const [at, { start, raw, weight }] of words.entries()) {
    // Between two words is white space alone, none of which takes two units.
    starts[at] = at === 0 ? 0 : (ends[at - 1] as number) + start - (words[at - 1] as TextWord).end
    ends[at] = (starts[at] as number) + (raw === '' ? weight : [...raw].length)
  }
  return {
    words,
    ids: Int32Array.from(words, ({ id }) => id),
    weights: Int32Array.from(words, ({ weight }) => weight),
    starts,
    ends,
  }
}
