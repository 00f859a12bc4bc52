import type { Kysely } from 'kysely'
import { getValidator } from '#src/contract/validators.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { fold } from '#src/text/fold.ts'
import { segmentText } from '#src/text/segments.ts'
import { simplifyHan } from '#src/text/simplified-han.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { splitsPair, toWholeSegment } from '#src/text/windows.ts'
import { closeWords } from '#src/text/words.ts'
import { readWindows } from '../references/windows.ts'
import { backfillIndex } from '../search/backfill-index.ts'
import { foundPassageCharsMax } from '../search/passages.ts'
import type { SearchScope } from '../search/queries.ts'
import { searchEvidence } from '../search/search-evidence.ts'

/**
 * The window [start, end) of a text that holds the words of a quote, and its own words: offsets in UTF-16 code units,
 * `score` from 0 to 1.
 */
export type RelocatedQuote = { start: number; end: number; quote: string; score: number; exact: boolean }

/** Below it too much of the two passages differs: texts about one artist share names and titles up to here. */
export const scoreMin = 0.6

/**
 * As many letters agree, at least, where `scoreMin` is enough. "In order to" is in every book: what is shorter has to
 * agree the more.
 */
const agreedCharsMin = 30

/** UTF-16 code units that are read at once. */
const windowChars = 65_536

/** Passages in which the quote is looked for: the same words may stand together in another order elsewhere. */
const passagesMax = 4

const judgeQuote = getValidator({ $ref: '#/components/schemas/Quote' })

/** Whether a text may be cited as a quote: its length and characters are what the contract says of one. */
export const isQuote = (text: string | undefined): text is string =>
  text !== undefined && judgeQuote(text) === undefined

/** A source's current text. */
export type CurrentText = { sourceId: string; revision: string; totalChars: number }

/**
 * The new position of a quote in the current text of a source: the nearest exact occurrence to the old one, else the
 * best of the passages that a search of this source finds, if enough of it agrees, else undefined.
 * @throws what `fail` makes when the source is withdrawn or changed while its text is searched
 */
export async function relocateInSource(
  db: Kysely<DB>,
  { caller, artistId }: Pick<SearchScope, 'caller' | 'artistId'>,
  { sourceId, revision, totalChars }: CurrentText,
  { quote, expectedStart }: { quote: string; expectedStart: number },
  fail: () => Error,
): Promise<RelocatedQuote | undefined> {
  const read = async (start: number, end: number) => {
    const window = { sourceId, revision, start, end: Math.min(end, totalChars) }
    const text = (await readWindows(db, artistId, [window], { citable: true })).get(0)?.text
    if (text === undefined) throw fail()
    return text
  }
  let exact: number | undefined
  for (let from = 0; from < totalChars && (exact === undefined || exact < expectedStart); from += windowChars) {
    const text = await read(from, from + windowChars + quote.length - 1)
    const at = await runInTimeSlices(findNearest(quote, text, expectedStart - from))
    if (at === undefined) continue
    if (exact === undefined || Math.abs(from + at - expectedStart) < Math.abs(exact - expectedStart)) exact = from + at
  }
  if (exact !== undefined) return { start: exact, end: exact + quote.length, quote, score: 1, exact: true }
  const scope = { caller, artistId, kind: undefined, among: [sourceId] }
  let best: RelocatedQuote | undefined
  for (const { start, end } of await searchQuote(db, scope, quote)) {
    const from = Math.max(0, start - quote.length)
    const found = await relocateInText(quote, await read(from, end + quote.length))
    if (found === undefined || found.score <= (best?.score ?? 0)) continue
    best = { ...found, start: found.start + from, end: found.end + from }
  }
  return best
}

async function searchQuote(db: Kysely<DB>, scope: SearchScope, quote: string) {
  const request = { query: quote, limit: passagesMax, maxChars: passagesMax * foundPassageCharsMax }
  const found = await searchEvidence(db, scope, request)
  if (found.corpus.unindexed.length === 0) return found.passages
  await backfillIndex(
    db,
    found.corpus.unindexed.map((source) => ({ artistId: scope.artistId, ...source })),
  )
  return (await searchEvidence(db, scope, request)).passages
}

/** The same in a short text: an answer, or a part of a source's text. */
export async function relocateInText(
  quote: string,
  text: string,
  expectedStart = 0,
): Promise<RelocatedQuote | undefined> {
  const exact = await runInTimeSlices(findNearest(quote, text, expectedStart))
  if (exact !== undefined) return { start: exact, end: exact + quote.length, quote, score: 1, exact: true }
  const found = await runInTimeSlices(alignQuote(quote, text, scoreMin))
  if (found === undefined) return undefined
  const { start, end, score, agreedChars } = found
  const words = text.slice(start, end)
  const isEnough = score >= Math.max(scoreMin, 1 - ((1 - scoreMin) * agreedChars) / agreedCharsMin)
  const isWhole = [start, end].every((at) => !splitsPair(toWholeSegment(text), at))
  return isEnough && isWhole && isQuote(words) ? { start, end, quote: words, score, exact: false } : undefined
}

/** UTF-16 code units of a text that are searched at once: some milliseconds, however the quote repeats itself. */
const stepChars = 4_096

/** The exact occurrence of a quote in a text that is nearest to an offset; undefined where there is none. */
export function* findNearest(quote: string, text: string, expectedStart: number): TimeSliced<number | undefined> {
  let nearest: number | undefined
  const isNearer = (at: number) =>
    nearest === undefined || Math.abs(at - expectedStart) < Math.abs(nearest - expectedStart)
  for (let from = 0; from + quote.length <= text.length; from += stepChars) {
    yield
    const part = text.slice(from, from + stepChars + quote.length - 1)
    // Before the expected start the last occurrence is the nearest, and after it the first.
    const turn = Math.max(0, expectedStart - from)
    for (const at of [part.lastIndexOf(quote, turn), part.indexOf(quote, turn)]) {
      if (at >= 0 && isNearer(from + at)) nearest = from + at
    }
    if (nearest !== undefined && nearest >= expectedStart) return nearest
  }
  return nearest
}

/** A window of a text, UTF-16 code units, that agrees with a quote; `score` is from 0 to 1. */
export type AlignedWindow = { start: number; end: number; score: number; agreedChars: number }

/** A word or a sign, folded, and its window. */
type Token = { key: string; start: number; end: number }

/** After more rounds a score does not rise as a rule. */
const roundsMax = 3

/**
 * The window with most of a quote's words in their order, undefined where no word agrees. It begins and ends with a
 * word, and takes the punctuation beside it where the quote has some there. Its score is what agrees of both, by the
 * length of the words.
 * @param scoreMin the least score that is looked for
 */
export function* alignQuote(quote: string, text: string, scoreMin: number): TimeSliced<AlignedWindow | undefined> {
  const [wanted, tokens] = [tokenize(quote), tokenize(text)]
  let best: (AlignedWindow & { first: number; last: number }) | undefined
  for (let round = 0; round < roundsMax; round += 1) {
    // With the score as the penalty a window loses what lies far from the rest (Dinkelbach's method).
    const found = yield* align(wanted, tokens, best?.score ?? scoreMin)
    if (found === undefined || found.score <= (best?.score ?? 0)) break
    best = found
  }
  if (best === undefined) return undefined
  const [leading, trailing] = [quote.slice(0, wanted[0]?.start), quote.slice(wanted.at(-1)?.end)]
  const before =
    leading === ''
      ? ''
      : (/(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]*$/u.exec(text.slice(tokens[best.first - 1]?.end ?? 0, best.start))?.[0] ??
        '')
  const after =
    trailing === '' ? '' : (/^[^\p{L}\p{N}\s]*/u.exec(text.slice(best.end, tokens[best.last + 1]?.start))?.[0] ?? '')
  return { ...best, start: best.start - before.length, end: best.end + after.length }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { segment, index } of segmentText(closeWords(simplifyHan(text)), 'word')) {
    if (/[\p{L}\p{N}\p{S}]/u.test(segment))
      tokens.push({ key: fold(segment).replaceAll('_', '') || segment, start: index, end: index + segment.length })
  }
  return tokens
}

/**
 * Local alignment after Smith and Waterman, words of the quote times words of the text: the greatest sum of what agrees,
 * on both sides, less the penalty for every letter of the window.
 */
function* align(wanted: Token[], tokens: Token[], penalty: number) {
  const weights = tokens.map(({ key }) => key.length)
  let above = createRow(tokens.length)
  let row = createRow(tokens.length)
  let best = { value: 0, first: 0, last: 0 }
  for (const { key } of wanted) {
    yield
    let value = 0
    let first = 0
    for (const [at, token] of tokens.entries()) {
      const weight = weights[at] ?? 0
      value = Math.max(0, value - penalty * weight)
      if ((above.value[at] ?? 0) >= value) {
        value = above.value[at] ?? 0
        first = above.first[at] ?? 0
      }
      if (token.key === key) {
        const before = above.value[at - 1] ?? 0
        const matched = before + (2 - penalty) * weight
        if (matched > value) {
          value = matched
          first = before > 0 ? (above.first[at - 1] ?? at) : at
          if (value > best.value) best = { value, first, last: at }
        }
      }
      row.value[at] = value
      row.first[at] = first
    }
    ;[above, row] = [row, above]
  }
  const [start, end] = [tokens[best.first]?.start, tokens[best.last]?.end]
  if (best.value === 0 || start === undefined || end === undefined) return undefined
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const windowChars = sum(weights.slice(best.first, best.last + 1))
  const agreed = best.value + penalty * windowChars
  const score = agreed / (sum(wanted.map(({ key }) => key.length)) + windowChars)
  // Two equal sums may differ in their last bit.
  return { ...best, start, end, score: Math.min(1, score), agreedChars: agreed / 2 }
}

/** For every word: the greatest value of a window that ends at it, and the word at which that window begins. */
const createRow = (length: number) => ({ value: new Float64Array(length), first: new Int32Array(length) })
