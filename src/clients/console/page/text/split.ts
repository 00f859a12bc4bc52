import { isOverlapping, type ReadingSpan, splitSentenceRanges, type TextRange } from './ranges.ts'

/**
 * A window of a text as paragraphs of sentences. Offsets are those of the whole text, which begins `offset` units
 * before the window.
 */
export function splitText(text: string, offset: number, found: TextRange | undefined): ReadingSpan[][] {
  const paragraphs: ReadingSpan[][] = [[]]
  const add = (start: number, end: number, isChoosable: boolean) => {
    if (end <= start) return
    const range = { start: offset + start, end: offset + end }
    const mark = isChoosable && found !== undefined && isOverlapping(range, found) ? ('found' as const) : undefined
    paragraphs.at(-1)?.push({ ...range, text: text.slice(start, end), isChoosable, mark })
  }
  let at = 0
  for (const { start, end } of splitSentenceRanges(text)) {
    const gap = text.slice(at, start)
    if (/\n\s*\n/.test(gap)) paragraphs.push([])
    else add(at, start, false)
    add(start, end, true)
    at = end
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}
