import type { Kysely } from 'kysely'
import { getValidator } from '#src/contract/validators.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { splitsPair, toWholeSegment } from '#src/text/windows.ts'
import { readWindows } from '../references/read-windows.ts'
import { backfillIndex } from '../search/backfill-index.ts'
import { foundPassageCharsMax } from '../search/passages.ts'
import type { SearchScope } from '../search/queries.ts'
import { searchEvidence } from '../search/search-evidence.ts'
import { alignQuote } from './align.ts'
import { findNearest } from './find-exact.ts'

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
