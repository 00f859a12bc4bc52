import { type QuoteWord, tokenizeWords, type Vocabulary } from './tokenize.ts'

/**
 * A window of the text that begins and ends with a word of the quote; `score` is how much of both agrees, from 0 to 1.
 */
export type AlignedWindow = { start: number; end: number; score: number; agreedChars: number }

/** Where to look, and what a window may be: `pointsMax` is in Unicode code points, `price` see `align`. */
export type AlignmentBounds = { start: number; end: number; pointsMax: number; price: number }

/**
 * The window of [start, end) that holds most of the quote's words in their order. Worth is what agrees, on both sides,
 * less `price` for every unit of the window: where any window has a higher score than the price, the worthiest has one
 * as well, so with the threshold as its price nothing that deserves to be offered is overlooked.
 *
 * Local alignment after Smith and Waterman: as many steps as the quote has words times the words looked at.
 */
export function align(
  quote: Vocabulary,
  text: string,
  { start, end, pointsMax, price }: AlignmentBounds,
): AlignedWindow | undefined {
  const looked = lookedAt(text.slice(start, end), quote)
  const { ids, weights, starts, ends } = looked
  let above = emptyRow(ids.length)
  let row = emptyRow(ids.length)
  let best = { worth: 0, first: 0, last: 0 }
  for (const { id, weight } of quote.words) {
    let worth = 0
    let first = 0
    // Typed arrays answer for every index below their length; `as number` says no more than that.
    for (let at = 0; at < ids.length; at += 1) {
      worth = Math.max(0, worth - price * (weights[at] as number))
      if ((above.worth[at] as number) >= worth) {
        worth = above.worth[at] as number
        first = above.first[at] as number
      }
      if (ids[at] === id) {
        const begun = above.first[at - 1] ?? at
        const goesOn = (ends[at] as number) - (starts[begun] as number) <= pointsMax
        const before = goesOn ? (above.worth[at - 1] ?? 0) : 0
        const matched = before + weight + (1 - price) * (weights[at] as number)
        if (matched > worth) {
          worth = matched
          first = before > 0 ? begun : at
          if (worth > best.worth) best = { worth, first, last: at }
        }
      }
      row.worth[at] = worth
      row.first[at] = first
    }
    ;[above, row] = [row, above]
  }
  if (best.worth === 0) return undefined
  const quoteChars = quote.words.reduce((sum, { weight }) => sum + weight, 0)
  const windowChars = weights.subarray(best.first, best.last + 1).reduce((sum, weight) => sum + weight, 0)
  const agreed = best.worth + price * windowChars
  return {
    start: start + (looked.words[best.first] as QuoteWord).start,
    end: start + (looked.words[best.last] as QuoteWord).end,
    // Two equal sums of weights may differ in their last bit.
    score: Math.min(1, agreed / (quoteChars + windowChars)),
    agreedChars: agreed / 2,
  }
}

/**
 * For every word looked at: the greatest worth of a window that reaches to it, and the word with which that window
 * begins.
 */
const emptyRow = (length: number) => ({ worth: new Float64Array(length), first: new Int32Array(length) })

/** The words of a text in columns; `starts` and `ends` count code points, as the length of a quote does. */
function lookedAt(text: string, { idOf }: Vocabulary) {
  const words = [...tokenizeWords(text, idOf)]
  const starts = new Int32Array(words.length)
  const ends = new Int32Array(words.length)
  let points = 0
  let read = 0
  for (const [at, { start, end }] of words.entries()) {
    starts[at] = points += [...text.slice(read, start)].length
    ends[at] = points += [...text.slice(start, end)].length
    read = end
  }
  return {
    words,
    ids: Int32Array.from(words, ({ id }) => id),
    weights: Int32Array.from(words, ({ weight }) => weight),
    starts,
    ends,
  }
}
