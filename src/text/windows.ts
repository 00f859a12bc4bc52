/*
 * Windows of the contract: half-open [start, end), counted in UTF-16 code units, never with an edge inside a surrogate
 * pair. A stored text is well-formed, so a part of it splits a pair exactly where the part is not well-formed itself:
 * of a window that is read from the database nothing beside it is needed.
 */

/** A window of a text: UTF-16 code units, [start, end). */
export type Span = { start: number; end: number }

/** One window that may be sent out, and where the next one begins; null when this one reaches the end. */
export type Page = Span & { text: string; nextStart: number | null }

/** The window that it is in a text that has `offset` units before it. */
export const shift = ({ start, end }: Span, offset: number): Span => ({ start: start + offset, end: end + offset })

/** Whether two windows of one text share a character. */
export const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** Whether the offset is between the two halves of a pair. */
export const splitsPair = (text: string, offset: number): boolean =>
  // Of a pair the code point at its first half is the whole; of any other unit it is the unit.
  (text.codePointAt(offset - 1) ?? 0) > 0xffff

/**
 * The text of [start, end), unit for unit. Undefined when the window is empty or turned round, leaves the text, or
 * splits a pair.
 */
export function sliceExactly(text: string, start: number, end: number): string | undefined {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return undefined
  if (start < 0 || start >= end || end > text.length) return undefined
  return splitsPair(text, start) || splitsPair(text, end) ? undefined : text.slice(start, end)
}

/**
 * What was read of a well-formed text from `start` on as a page, one unit shorter where it ends inside a surrogate
 * pair; empty at the end of the text. Undefined where `start` is inside a pair.
 */
export function toPage(read: string, start: number, totalChars: number): Page | undefined {
  if (/^[\udc00-\udfff]/.test(read)) return undefined
  const text = read.isWellFormed() ? read : read.slice(0, -1)
  const end = start + text.length
  return { start, end, text, nextStart: end < totalChars ? end : null }
}

/**
 * What was read of a well-formed text for a window of so many units, if it is that window: undefined where the window
 * is empty, leaves the text, or splits a pair.
 */
export const keepIfWindow = (read: string, chars: number): string | undefined =>
  chars > 0 && read.length === chars && read.isWellFormed() ? read : undefined

/** Why a quote does not equal its window. */
export type QuoteRefusal = 'quote_length_differs' | 'window_unreadable' | 'quote_differs'

/**
 * Undefined when the quote is exactly, unit for unit, the text of its window; otherwise what differs first. Nothing is
 * trimmed, folded or normalised (interface, sections 2.4 and 4.2). `read` is what a well-formed text has from `start`
 * on, as long as the quote.
 */
export function refusalToQuote(
  read: string,
  { start, end, quote }: Span & { quote: string },
): QuoteRefusal | undefined {
  if (end - start !== quote.length) return 'quote_length_differs'
  const window = keepIfWindow(read, quote.length)
  if (window === undefined) return 'window_unreadable'
  return window === quote ? undefined : 'quote_differs'
}
