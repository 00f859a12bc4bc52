import { sql } from 'kysely'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { fromUtf16, toSqlWindow } from '#src/text/utf16.ts'
import { nextWindow, type Page, padByOne, type TextSegment } from '#src/text/windows.ts'

/** The longest text that can be stored or reopened, in UTF-16 units (interface, section 4.5; a CHECK of the schema). */
export const textCharsMax = 4_000_000

/** What a caller asks for: the units from `start` on, `maxChars` at most. */
export type WindowRequest = { start: number; maxChars: number }

/** What came back for it: the bytes of `selectPaddedWindow`, and the length of the whole text. */
export type PaddedWindow = { bytes: Buffer; totalChars: number }

/**
 * The offsets to fetch. A start beyond every text is brought down to their end: doubled, it would leave PostgreSQL's
 * integer.
 */
function selectUnitsAround({ start, maxChars }: WindowRequest) {
  const reachable = Math.min(start, textCharsMax)
  return padByOne(reachable, reachable + maxChars)
}

/**
 * SQL for the window and one unit on either side of it, out of a `text_utf16`; null where the row has no text. The
 * column is stored out of line and uncompressed, so the server fetches these bytes alone, wherever in the text they
 * stand.
 */
export function selectPaddedWindow(column: string, window: WindowRequest) {
  const { start, end } = selectUnitsAround(window)
  const { from, length } = toSqlWindow(start, end)
  return sql<Buffer | null>`substring(${sql.ref(column)} from ${from} for ${length})`
}

/**
 * The exact window that was asked for, a unit shorter where it would end inside a surrogate pair.
 * @throws Problem `invalid_request` naming `query.start` when it lies past the end of the text or inside a pair; the
 *   end itself is the empty last window (interface, section 4.5).
 */
export function extractWindow({ bytes, totalChars }: PaddedWindow, window: WindowRequest): Page {
  if (window.start > totalChars)
    throw createInvalidRequest('query.start', `lies past the end of the text, which is ${totalChars}`)
  const segment: TextSegment = { text: fromUtf16(bytes), from: selectUnitsAround(window).start, totalChars }
  const page = nextWindow(segment, window.start, window.maxChars)
  if (page === undefined) throw createInvalidRequest('query.start', 'lies inside a surrogate pair')
  return page
}
