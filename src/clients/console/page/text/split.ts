import { isOverlapping, type ReadingSpan, splitSentenceRanges, type TextRange } from './ranges.ts'

type Marks = { found?: TextRange | undefined; cited?: readonly TextRange[] }

/**
 * A window of a text as paragraphs of sentences; together with the empty lines between the paragraphs they are the whole
 * window. A sentence ends where something cited ends, too. Offsets are those of the whole text, in which the window
 * begins at `offset`.
 */
export function splitText(text: string, offset: number, { found, cited = [] }: Marks = {}): ReadingSpan[][] {
  const edges = cited.flatMap(({ start, end }) => [start - offset, end - offset])
  const toSpan = (start: number, end: number, isSentence: boolean): ReadingSpan => {
    const range = { start: offset + start, end: offset + end }
    const isCited = cited.some((one) => one.start <= range.start && range.end <= one.end)
    const isFound = found !== undefined && isOverlapping(range, found)
    const piece = text.slice(start, end)
    const isChoosable = isSentence && /[\p{L}\p{N}]/u.test(piece)
    return { ...range, text: piece, isChoosable, mark: isFound ? 'found' : isCited ? 'cited' : undefined }
  }
  return splitAt(text, { start: 0, end: text.length }, findGaps(text))
    .map((paragraph) =>
      splitAt(
        text,
        paragraph,
        edges.map((at) => ({ start: at, end: at })),
      ).flatMap((stretch) => {
        const spans: ReadingSpan[] = []
        let at = stretch.start
        for (const { start, end } of splitSentenceRanges(text.slice(stretch.start, stretch.end))) {
          if (stretch.start + start > at) spans.push(toSpan(at, stretch.start + start, false))
          spans.push(toSpan(stretch.start + start, stretch.start + end, true))
          at = stretch.start + end
        }
        if (stretch.end > at) spans.push(toSpan(at, stretch.end, false))
        return spans
      }),
    )
    .filter((paragraph) => paragraph.length > 0)
}

const findGaps = (text: string): TextRange[] =>
  [...text.matchAll(/\s+/g)]
    .filter(({ 0: gap }) => gap.indexOf('\n') < gap.lastIndexOf('\n'))
    .map(({ index, 0: gap }) => ({ start: index, end: index + gap.length }))

/** What is left of a range between gaps, which come in their order. */
function splitAt(text: string, range: TextRange, gaps: readonly TextRange[]): TextRange[] {
  const inside = gaps.filter(({ start, end }) => start > range.start && end < range.end)
  const starts = [range.start, ...inside.map(({ end }) => end)]
  const ends = [...inside.map(({ start }) => start), range.end]
  return starts.map((start, at) => ({ start, end: ends[at] ?? text.length })).filter(({ start, end }) => end > start)
}
