import { sliceSegment, type TextSegment } from './windows.ts'

/** Why a quote does not equal its window. */
export type QuoteRefusal = 'quote_length_differs' | 'window_unreadable' | 'quote_differs'

/** A quote and the window it claims to be: offsets in UTF-16 code units, [start, end). */
export type QuotedWindow = { start: number; end: number; quote: string }

/**
 * Undefined when the quote is exactly, unit for unit, the text of its window; otherwise what differs first. Nothing is
 * trimmed, folded or normalised (interface, sections 2.4 and 4.2). `segment` is the whole text, or the window and one
 * unit on either side of it (`padByOne`).
 */
export function refusalToQuote(segment: TextSegment, { start, end, quote }: QuotedWindow): QuoteRefusal | undefined {
  if (end - start !== quote.length) return 'quote_length_differs'
  const slice = sliceSegment(segment, start, end)
  if (slice === undefined) return 'window_unreadable'
  return slice === quote ? undefined : 'quote_differs'
}
