/** A half-open window of UTF-16 code units, as the contract's references have it. */
export type TextRange = { start: number; end: number }

/** A piece of a text: what can be chosen, or the signs and spaces between. Together they are the whole text. */
export type ReadingSpan = TextRange & { text: string; isChoosable: boolean; mark?: 'cited' | 'found' | undefined }

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
  if (length < 8) return 'Mark a little more: a passage has at least 8 characters'
  if (length > 1600) return `Mark less: a passage has at most 1600 characters, this has ${length}`
  return quote.isWellFormed() ? undefined : 'This passage holds half a character and cannot be cited'
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text, as windows; an empty line ends one, too. */
export function splitSentenceRanges(text: string): TextRange[] {
  return [...sentences.segment(text)]
    .flatMap(({ index, segment }) => splitAtEmptyLines(segment, index))
    .map((range) => normalizeRange(text, range))
    .filter(({ start, end }) => end > start)
}

function splitAtEmptyLines(segment: string, offset: number): TextRange[] {
  const ranges: TextRange[] = []
  let at = 0
  for (const { index, 0: gap } of segment.matchAll(/\n\s*\n/g)) {
    ranges.push({ start: offset + at, end: offset + index })
    at = index + gap.length
  }
  return [...ranges, { start: offset + at, end: offset + segment.length }]
}

export const isOverlapping = (one: TextRange, other: TextRange): boolean =>
  one.start < other.end && other.start < one.end
