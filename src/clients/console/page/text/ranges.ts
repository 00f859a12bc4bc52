import { splitParagraphs, type TextRange } from '../../../artist-page/paragraphs.ts'

export type { TextRange }

/** A piece of a text: a sentence with the white space around it, which its window leaves out. */
export type ReadingSpan = TextRange & { text: string; isChoosable: boolean; mark?: 'cited' | 'found' | undefined }

/** The window without its outer white space. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  const picked = text.slice(start, end)
  const from = start + picked.length - picked.trimStart().length
  return { start: from, end: Math.max(from, start + picked.trimEnd().length) }
}

/** Lengths are counted in code points, as the contract counts them. */
export const countCodePoints = (text: string): number => [...text].length

/** Whether a text field's words are others; a field knows one kind of line end, which alone is no edit. */
export const isEdited = (before: string, after: string): boolean =>
  before.replace(/\r\n?/g, '\n') !== after.replace(/\r\n?/g, '\n')

/** Why a passage cannot be cited, or undefined (interface, section 2.4: 8 to 1600). */
export function explainInvalidQuote(quote: string): string | undefined {
  const length = countCodePoints(quote)
  if (length < 8) return 'Mark a little more: a passage has at least 8 characters'
  return length > 1600 ? `Mark less: a passage has at most 1600 characters, this has ${length}` : undefined
}

export const isOverlapping = (one: TextRange, other: TextRange): boolean =>
  one.start < other.end && other.start < one.end

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

type Marks = { found?: TextRange | undefined; cited?: readonly TextRange[] }

/** A window at `offset` of a text as paragraphs of sentences; a sentence ends where something cited ends, too. */
export function splitText(text: string, offset: number, { found, cited = [] }: Marks = {}): ReadingSpan[][] {
  // White space behind an edge stays with what it ends, so that every piece begins with its first sign.
  const edges = cited
    .flatMap(({ start, end }) => [start - offset, end - offset])
    .map((edge) => edge + (/^\s*/.exec(text.slice(Math.max(0, edge)))?.[0].length ?? 0))
  const toSpan = (at: number, piece: string): ReadingSpan => {
    const range = trimRange(piece, { start: 0, end: piece.length })
    const window = { start: offset + at + range.start, end: offset + at + range.end }
    const isCited = cited.some((one) => isOverlapping(window, one))
    const isFound = found !== undefined && isOverlapping(window, found)
    const isChoosable = /[\p{L}\p{N}]/u.test(piece)
    return { ...window, text: piece, isChoosable, mark: isFound ? 'found' : isCited ? 'cited' : undefined }
  }
  // A line break of wrapped prose ends no sentence; headings, verse and addresses are shorter.
  const unwrapped = text.replace(/(?<=[^\n]{45})\n/g, ' ')
  return splitParagraphs(text).map(({ start, end }) => {
    const cuts = [start, ...edges.filter((edge) => edge > start && edge < end).toSorted((a, b) => a - b), end]
    return cuts.flatMap((from, index) =>
      [...sentences.segment(unwrapped.slice(from, cuts[index + 1] ?? from))].map(({ index: at, segment }) =>
        toSpan(from + at, text.slice(from + at, from + at + segment.length)),
      ),
    )
  })
}
