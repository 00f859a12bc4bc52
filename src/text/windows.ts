/*
 * Windows of the contract: half-open [start, end), counted in UTF-16 code units, never with an edge inside a surrogate
 * pair. Every function takes a `TextSegment`, so it serves a whole text as well as the few bytes read from the database
 * around a window: one unit on either side is enough to see whether an edge splits a pair.
 */

/** A part of a text: `text` holds the units [from, from + text.length) of a whole that is `totalChars` units long. */
export type TextSegment = { text: string; from: number; totalChars: number }

/** One window that may be sent out, and where the next one begins; null when this one reaches the end. */
export type Page = { start: number; end: number; text: string; nextStart: number | null }

/** The whole text as a segment. */
export function toWholeSegment(text: string): TextSegment {
  return { text, from: 0, totalChars: text.length }
}

/** The offsets to read for judging the window [start, end): one unit more on either side. `end` may exceed the text. */
export function padByOne(start: number, end: number): { start: number; end: number } {
  return { start: Math.max(0, start - 1), end: end + 1 }
}

/** Whether the offset is between the two halves of a pair. The segment must hold the units on both its sides. */
export function splitsPair(segment: TextSegment, offset: number): boolean {
  // Of a pair the code point at its first half is the whole; of any other unit it is the unit.
  return (segment.text.codePointAt(offset - segment.from - 1) ?? 0) > 0xffff
}

/**
 * The text of [start, end), unit for unit. Undefined when the window is empty or turned round, leaves the text, splits
 * a pair, or when the segment lacks a unit that is needed to decide (unknown never counts as a match).
 */
export function sliceSegment(segment: TextSegment, start: number, end: number): string | undefined {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return undefined
  if (start < 0 || start >= end || end > segment.totalChars || !covers(segment, start, end)) return undefined
  if (splitsPair(segment, start) || splitsPair(segment, end)) return undefined
  return segment.text.slice(start - segment.from, end - segment.from)
}

/** `sliceSegment` of a whole text. */
export function sliceExactly(text: string, start: number, end: number): string | undefined {
  return sliceSegment(toWholeSegment(text), start, end)
}

/**
 * The longest window of at most `maxChars` units from `start`; one unit shorter where it would end inside a surrogate
 * pair. `start` equal to `totalChars` gives the empty last page. Undefined for `start` past the end or inside a pair,
 * for `maxChars` below 2, or when the segment lacks a unit.
 */
export function nextWindow(segment: TextSegment, start: number, maxChars: number): Page | undefined {
  if (!Number.isSafeInteger(start) || start < 0 || start > segment.totalChars || !(maxChars >= 2)) return undefined
  const furthest = Math.min(segment.totalChars, start + Math.floor(maxChars))
  if (!covers(segment, start, furthest) || splitsPair(segment, start)) return undefined
  const end = splitsPair(segment, furthest) ? furthest - 1 : furthest
  return {
    start,
    end,
    text: segment.text.slice(start - segment.from, end - segment.from),
    nextStart: end < segment.totalChars ? end : null,
  }
}

function covers(segment: TextSegment, start: number, end: number): boolean {
  const needed = padByOne(start, end)
  return needed.start >= segment.from && Math.min(needed.end, segment.totalChars) <= segment.from + segment.text.length
}

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
