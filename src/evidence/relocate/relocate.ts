import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type FoldedWord, foldWords } from '#src/text/fold.ts'
import { findOccurrences } from '#src/text/occurrence.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { shift } from '#src/text/windows.ts'
import { findWindowsHolding, readWindows } from '../references/windows.ts'
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

/** UTF-16 code units that are compared, and read, at once. */
const windowChars = 65_536

/** Passages in which the quote is looked for: the same words may stand together in another order elsewhere. */
const passagesMax = 4

const judgeQuote = getValidator({ $ref: '#/components/schemas/Quote' })

/** Whether a text may be cited as a quote: its length and characters are what the contract says of one. */
export const isQuote = (text: string | undefined): text is string =>
  text !== undefined && judgeQuote(text) === undefined

/**
 * The new position of a quote in the current text of a source: the nearest exact occurrence to the old one, else the
 * best of the passages that a search of this source finds, if enough of it agrees, else undefined.
 * @throws Problem `evidence_changed` when the source is withdrawn or changed while its text is searched
 */
export async function relocateInSource(
  db: Kysely<DB>,
  { caller, artistId }: Pick<SearchScope, 'caller' | 'artistId'>,
  { sourceId, revision }: { sourceId: string; revision: string },
  { quote, expectedStart }: { quote: string; expectedStart: number },
): Promise<RelocatedQuote | undefined> {
  const read = async (start: number, end: number) => {
    const windows = [{ sourceId, revision, start, end }]
    const text = (await readWindows(db, artistId, windows, { citable: true })).get(0)?.text
    if (text === undefined) throw new Problem('evidence_changed')
    return text
  }
  const distance = (at: number) => Math.abs(at - expectedStart)
  /** How near to the old position an occurrence that begins in the window may be. */
  const gap = (from: number) => Math.max(from - expectedStart, expectedStart - (from + windowChars - 1), 0)
  const holding = { words: quote, windowChars }
  const starts = await findWindowsHolding(db, artistId, { sourceId, revision }, holding)
  if (starts === undefined) throw new Problem('evidence_changed')
  let exact: number | undefined
  for (const from of starts.sort((one, other) => gap(one) - gap(other))) {
    if (exact !== undefined && gap(from) >= distance(exact)) break
    const text = await read(from, from + windowChars + quote.length - 1)
    const at = await runInTimeSlices(findNearest(quote, text, expectedStart - from))
    if (at !== undefined && (exact === undefined || distance(from + at) < distance(exact))) exact = from + at
  }
  if (exact !== undefined) return { start: exact, end: exact + quote.length, quote, score: 1, exact: true }
  const scope = { caller, artistId, kind: undefined, among: [sourceId] }
  const request = { query: quote, limit: passagesMax, maxChars: passagesMax * foundPassageCharsMax }
  const { passages } = await searchEvidence(db, scope, request)
  let best: RelocatedQuote | undefined
  for (const { start, end } of passages) {
    const from = Math.max(0, start - quote.length)
    // Half a surrogate pair at an edge is no part of a quotation.
    const around = (await read(from, end + quote.length)).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, ' ')
    const found = await findSimilar(quote, around)
    if (found === undefined || found.score <= (best?.score ?? 0)) continue
    best = { ...found, ...shift(found, from) }
  }
  return best
}

/** The exact occurrence of a quote in a text that is nearest to an offset; undefined where there is none. */
export function* findNearest(quote: string, text: string, expectedStart: number): TimeSliced<number | undefined> {
  let nearest: number | undefined
  for (const at of findOccurrences(quote, text)) {
    yield
    if (nearest !== undefined && Math.abs(nearest - expectedStart) <= Math.abs(at - expectedStart)) break
    nearest = at
  }
  return nearest
}

/**
 * The window of a text with most of a quote's words in their order, undefined where too few agree. It begins and ends
 * with a word, and takes the punctuation beside it where the quote has some there. Its score is what agrees of both, by
 * the length of the words.
 */
export async function findSimilar(quote: string, text: string): Promise<RelocatedQuote | undefined> {
  const [wanted, tokens] = [foldWords(quote), foldWords(text)]
  const { agreed, first, last } = await runInTimeSlices(align(wanted, tokens))
  const window = tokens.slice(first, last + 1)
  const score = (2 * agreed) / (countChars(wanted) + countChars(window))
  if (agreed === 0 || score < Math.max(scoreMin, 1 - ((1 - scoreMin) * agreed) / agreedCharsMin)) return undefined
  const [firstWord, lastWord] = [window[0] as FoldedWord, window.at(-1) as FoldedWord]
  const before = text.slice(tokens[first - 1]?.end ?? 0, firstWord.start)
  const after = text.slice(lastWord.end, tokens[last + 1]?.start)
  const leading = wanted[0]?.start === 0 ? '' : (/(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]*$/u.exec(before)?.[0] ?? '')
  const trailing = wanted.at(-1)?.end === quote.length ? '' : (/^[^\p{L}\p{N}\s]*/u.exec(after)?.[0] ?? '')
  const [start, end] = [firstWord.start - leading.length, lastWord.end + trailing.length]
  const words = text.slice(start, end)
  return isQuote(words) ? { start, end, quote: words, score, exact: false } : undefined
}

const countChars = (words: FoldedWord[]) => words.reduce((sum, { word }) => sum + word.length, 0)

/** A window from its first to its last word; `agreed` letters of it are the quote's. */
type Alignment = { value: number; agreed: number; first: number; last: number }

/**
 * Local alignment after Smith and Waterman: a word of the window that agrees counts by its length, one that does not
 * costs half as much. Words of the quote that the window lacks cost nothing here: they lower the score.
 */
function* align(wanted: FoldedWord[], tokens: FoldedWord[]): TimeSliced<Alignment> {
  const none = { value: 0, agreed: 0, first: 0, last: 0 }
  let best: Alignment = none
  let row: Alignment[] = tokens.map(() => none)
  for (const { word } of wanted) {
    yield
    let [left, diagonal]: [Alignment, Alignment] = [none, none]
    row = row.map((above, at) => {
      const token = tokens[at] as FoldedWord
      const { length } = token.word
      let cell = above
      if (left.value - length / 2 > cell.value) cell = { ...left, value: left.value - length / 2 }
      if (token.word === word && diagonal.value + length > cell.value) {
        const { value, agreed, first } = diagonal.value > 0 ? diagonal : { ...none, first: at }
        cell = { value: value + length, agreed: agreed + length, first, last: at }
      }
      if (cell.value > best.value) best = cell
      ;[left, diagonal] = [cell, above]
      return cell
    })
  }
  return best
}
