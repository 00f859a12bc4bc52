import { getValidator } from '#src/contract/validators.ts'
import { type AlignedWindow, align, readWords, type WordColumns } from './align.ts'
import { type CandidateSpot, findCandidateSpots } from './candidate-spots.ts'
import { findNearestOccurrence } from './exact-match.ts'
import { type ReadRange, type TextSearch, windowCharsMax } from './text-search.ts'
import { buildVocabulary, type Vocabulary } from './tokenize.ts'

/**
 * The window [start, end) of a text that holds the words of a quote, and its own words: offsets in UTF-16 code units,
 * `score` from 0 to 1.
 */
export type RelocatedQuote = { start: number; end: number; quote: string; score: number; exact: boolean }

/**
 * Below it too much of the two passages differs to call one the other: texts about one artist share names and titles up
 * to here.
 */
export const scoreMin = 0.6

/**
 * As many letters agree, at least, where `scoreMin` is enough. "In order to" is in every book: what is shorter has to
 * agree the more.
 */
const agreedCharsMin = 30

/** The longest quote there is, in Unicode code points (interface, section 2.4). */
const quoteCodePointsMax = 1_600

/** After two more rounds a score does not rise as a rule. */
const roundsMax = 3

const judgeQuote = getValidator({ $ref: '#/components/schemas/Quote' })

/** Whether a text may be cited as a quote: its length and characters are what the contract says of one. */
export const isQuote = (text: string | undefined): text is string =>
  text !== undefined && judgeQuote(text) === undefined

/**
 * The new position of a quote that was at `expectedStart`: the nearest exact occurrence, else the window whose words
 * align best when enough of them agree, else undefined. Linear in the text, with one window of it in memory: one pass
 * for the exact occurrence and one for the candidate spots.
 */
export function* relocateQuote(
  quote: string,
  {
    totalChars,
    expectedStart,
    windowChars = windowCharsMax,
  }: { totalChars: number; expectedStart: number; windowChars?: number },
): TextSearch<RelocatedQuote | undefined> {
  const text = { totalChars, expectedStart, windowChars }
  const start = yield* findNearestOccurrence(quote, text)
  if (start !== undefined) return { start, end: start + quote.length, quote, score: 1, exact: true }
  const vocabulary = buildVocabulary(quote)
  const spots = yield* findCandidateSpots(vocabulary, text)
  const ranges = spots.map((spot) => widen(spot, quote.length, totalChars))
  const found = yield* findBestAligned(vocabulary, ranges, windowChars)
  if (found === undefined || !isEnough(found)) return undefined
  const words = yield { start: found.start, end: found.end }
  return isQuote(words)
    ? { start: found.start, end: found.end, quote: words, score: found.score, exact: false }
    : undefined
}

/** Half a quote more on either side holds what was put in. */
const widen = ({ start, end }: CandidateSpot, quoteChars: number, totalChars: number) => ({
  start: Math.max(0, start - (quoteChars >> 1)),
  end: Math.min(totalChars, end + (quoteChars >> 1)),
})

const isEnough = ({ score, agreedChars }: AlignedWindow): boolean =>
  score >= Math.max(scoreMin, 1 - ((1 - scoreMin) * agreedChars) / agreedCharsMin)

/** The best window in these ranges. Equals keep the order of the ranges. */
function* findBestAligned(
  quote: Vocabulary,
  ranges: readonly ReadRange[],
  windowChars: number,
): TextSearch<AlignedWindow | undefined> {
  let best: AlignedWindow | undefined
  let around: WordColumns | undefined
  for (const range of ranges) {
    const words = yield* readWords(quote, range, windowChars)
    const found = yield* align(quote, words, { codePointsMax: quoteCodePointsMax, penaltyPerUnit: scoreMin })
    if (found === undefined || found.score <= (best?.score ?? 0)) continue
    best = found
    around = words
  }
  return best && around && (yield* refine(quote, around, best))
}

/**
 * The same again with the score that was found as the penalty, which trims a window that begins or ends far from the
 * rest. It is Dinkelbach's method: no better window is left around the spot once the score does not rise.
 */
function* refine(quote: Vocabulary, around: WordColumns, found: AlignedWindow): TextSearch<AlignedWindow> {
  let best = found
  for (let round = 1; round < roundsMax; round += 1) {
    const next = yield* align(quote, around, { codePointsMax: quoteCodePointsMax, penaltyPerUnit: best.score })
    if (next === undefined || next.score <= best.score) break
    best = next
  }
  return best
}
