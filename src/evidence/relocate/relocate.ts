import { getValidator } from '#src/contract/validators.ts'
import { type AlignedWindow, align } from './align.ts'
import { type CandidateSpot, findCandidateSpots } from './candidate-spots.ts'
import { findNearestOccurrence } from './exact-match.ts'
import { buildVocabulary, type Vocabulary } from './tokenize.ts'

/**
 * The window [start, end) of a text that holds the words of a quote: offsets in UTF-16 code units, `score` from 0 to 1.
 */
export type RelocatedWindow = { start: number; end: number; score: number; exact: boolean }

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

/** The longest quote there is, in Unicode code points (interface, 2.4). */
const quotePointsMax = 1_600

/** After two more rounds a score does not rise as a rule. */
const roundsMax = 3

const judgeQuote = getValidator({ $ref: '#/components/schemas/Quote' })

/** Whether a text may be cited as a quote: its length and characters are what the contract says of one. */
export const isQuote = (text: string | undefined): text is string =>
  text !== undefined && judgeQuote(text) === undefined

/**
 * Where the words of `quote` stand in `text`, when they stood at `near` before: unaltered, at the nearest place;
 * otherwise the best window by the alignment of words, when enough of it agrees; otherwise undefined. The window may be
 * cited as it is.
 *
 * The work is linear in the text, four million units at most: one pass for the unaltered words and one for the
 * likeliest places, of which a fixed number is aligned. It comes in parts of some milliseconds, to be run one at a
 * time.
 */
export function* relocateInSteps(
  quote: string,
  text: string,
  near: number,
): Generator<void, RelocatedWindow | undefined> {
  const start = yield* findNearestOccurrence(quote, text, near)
  if (start !== undefined) return { start, end: start + quote.length, score: 1, exact: true }
  const vocabulary = buildVocabulary(quote)
  const spots = yield* findCandidateSpots(vocabulary, text, near)
  const found = yield* bestAligned(vocabulary, text, quote.length, spots)
  if (found === undefined || !isEnough(found) || !isQuote(text.slice(found.start, found.end))) return undefined
  return { start: found.start, end: found.end, score: found.score, exact: false }
}

/** `relocateInSteps` from one end to the other without a pause. */
export function relocateQuote(quote: string, text: string, near: number): RelocatedWindow | undefined {
  const search = relocateInSteps(quote, text, near)
  for (let step = search.next(); ; step = search.next()) if (step.done) return step.value
}

const isEnough = ({ score, agreedChars }: AlignedWindow): boolean =>
  score >= Math.max(scoreMin, 1 - ((1 - scoreMin) * agreedChars) / agreedCharsMin)

/** The best window around the spots, each as many words wide as the quote. Equals keep the order of the spots. */
function* bestAligned(
  quote: Vocabulary,
  text: string,
  quoteChars: number,
  spots: CandidateSpot[],
): Generator<void, AlignedWindow | undefined> {
  let best: AlignedWindow | undefined
  let around: Pick<CandidateSpot, 'start' | 'end'> = { start: 0, end: 0 }
  for (const spot of spots) {
    // Half a quote more on either side holds what was put in.
    const wider = { start: Math.max(0, spot.start - (quoteChars >> 1)), end: spot.end + (quoteChars >> 1) }
    const found = align(quote, text, { ...wider, pointsMax: quotePointsMax, price: scoreMin })
    yield
    if (found === undefined || found.score <= (best?.score ?? 0)) continue
    best = found
    around = wider
  }
  return best && (yield* refined(quote, text, around, best))
}

/**
 * The same again at the price of the score that was found, which trims a window that begins or ends far from the rest.
 * It is Dinkelbach's method: no better window is left around the spot once the score does not rise.
 */
function* refined(
  quote: Vocabulary,
  text: string,
  around: Pick<CandidateSpot, 'start' | 'end'>,
  found: AlignedWindow,
): Generator<void, AlignedWindow> {
  let best = found
  for (let round = 1; round < roundsMax; round += 1) {
    const next = align(quote, text, { ...around, pointsMax: quotePointsMax, price: best.score })
    yield
    if (next === undefined || next.score <= best.score) break
    best = next
  }
  return best
}
