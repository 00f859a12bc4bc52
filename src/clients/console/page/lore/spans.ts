import type { Schemas } from '../../../typescript/index.ts'
import { type ReadingSpan, splitSentenceRanges, type TextRange } from '../text/ranges.ts'

export type PageCitation = Schemas['LoreCitation']

/**
 * The sentences of each paragraph of a page. A sentence ends where a citation ends, too, and together with the empty
 * lines between the paragraphs the pieces are the whole text.
 */
export function splitLore(text: string, citations: readonly PageCitation[]): ReadingSpan[][] {
  const edges = citations.flatMap(({ start, end }) => [start, end])
  return findParagraphs(text)
    .map((paragraph) => splitParagraph(text, paragraph, edges, citations))
    .filter((spans) => spans.length > 0)
}

function findParagraphs(text: string): TextRange[] {
  const paragraphs: TextRange[] = []
  let at = 0
  for (const { index, 0: gap } of text.matchAll(/\n\s*\n/g)) {
    paragraphs.push({ start: at, end: index })
    at = index + gap.length
  }
  return [...paragraphs, { start: at, end: text.length }]
}

function splitParagraph(
  text: string,
  paragraph: TextRange,
  edges: readonly number[],
  citations: readonly PageCitation[],
): ReadingSpan[] {
  const cuts = [paragraph.start, ...edges.filter((at) => at > paragraph.start && at < paragraph.end), paragraph.end]
  const stretches = cuts.slice(1).map((end, at) => ({ start: cuts[at] ?? paragraph.start, end }))
  return stretches.flatMap(({ start: from, end: to }) => {
    const spans: ReadingSpan[] = []
    const add = (start: number, end: number, isSentence: boolean) => {
      if (end <= start) return
      const piece = text.slice(start, end)
      const isChoosable = isSentence && /\p{L}/u.test(piece)
      const mark = findCitationAt(citations, { start, end }) === undefined ? undefined : ('cited' as const)
      spans.push({ start, end, text: piece, isChoosable, mark })
    }
    let at = from
    for (const { start, end } of splitSentenceRanges(text.slice(from, to))) {
      add(at, from + start, false)
      add(from + start, from + end, true)
      at = from + end
    }
    add(at, to, false)
    return spans
  })
}

/** The citation that a passage lies in. */
export const findCitationAt = (
  citations: readonly PageCitation[],
  { start, end }: TextRange,
): PageCitation | undefined => citations.find((citation) => citation.start <= start && end <= citation.end)
