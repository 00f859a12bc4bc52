/** A half-open window of UTF-16 code units, as the contract's references have it. */
export type TextRange = { start: number; end: number }

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000

/** The window without its outer white space, and grown by a unit where it would cut a surrogate pair. */
export function normalizeRange(text: string, { start, end }: TextRange): TextRange {
  const picked = text.slice(start, end)
  let from = start + (picked.length - picked.trimStart().length)
  let to = end - (picked.length - picked.trimEnd().length)
  if (isLow(text.charCodeAt(from)) && isHigh(text.charCodeAt(from - 1))) from -= 1
  if (isHigh(text.charCodeAt(to - 1)) && isLow(text.charCodeAt(to))) to += 1
  return { start: from, end: Math.max(from, to) }
}

/** Lengths are counted in code points, as the contract counts them. */
export const countCodePoints = (text: string): number => [...text].length

/** Why a passage cannot be cited, or undefined (interface, section 2.4: 8 to 1600). */
export function explainInvalidQuote(quote: string): string | undefined {
  const length = countCodePoints(quote)
  if (length < 8) return 'Mark a little more: a quote has at least 8 characters'
  if (length > 1600) return `Mark less: a quote has at most 1600 characters, this has ${length}`
  if (!quote.isWellFormed()) return 'This passage holds half a character and cannot be cited'
  return undefined
}

/** The sentences of a text, as windows. */
export function findSentenceRanges(text: string): TextRange[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  return [...segments]
    .map(({ index, segment }) => normalizeRange(text, { start: index, end: index + segment.length }))
    .filter(({ start, end }) => end > start)
}

/** A text in pieces, each inside or outside one of the windows, which come in their order. */
export function splitAtRanges(text: string, ranges: readonly TextRange[]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = []
  let at = 0
  for (const range of ranges) {
    const start = Math.min(Math.max(at, range.start), text.length)
    const end = Math.min(Math.max(start, range.end), text.length)
    pieces.push({ text: text.slice(at, start), isMarked: false }, { text: text.slice(start, end), isMarked: true })
    at = end
  }
  pieces.push({ text: text.slice(at), isMarked: false })
  return pieces.filter((piece) => piece.text !== '')
}
