import type { Schemas } from '../api/shapes.ts'
import { findSentenceRanges, type TextRange } from '../text/windows.ts'

type Citation = Schemas['LoreCitation']
/** A piece of the Lore's text: a sentence, with the citation it lies in, or the signs and spaces between sentences. */
export type LoreSpan = TextRange & { text: string; citation: Citation | undefined; isChoosable: boolean }

/** The pieces of each paragraph. Together with the empty lines between the paragraphs they are the whole text. */
export function splitLore(text: string, citations: Citation[]): LoreSpan[][] {
  const paragraphs: LoreSpan[][] = [[]]
  for (const stretch of splitAtCitations(text, citations)) {
    const lines = stretch.citation === undefined ? stretch.text.split(/(\n{2,})/) : [stretch.text]
    let at = stretch.start
    for (const line of lines) {
      if (stretch.citation === undefined && line.startsWith('\n\n')) paragraphs.push([])
      else paragraphs.at(-1)?.push(...splitSentences(line, at, stretch.citation))
      at += line.length
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

type Stretch = { start: number; text: string; citation: Citation | undefined }

function splitAtCitations(text: string, citations: Citation[]): Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  for (const citation of citations) {
    stretches.push({ start: at, text: text.slice(at, citation.start), citation: undefined })
    stretches.push({ start: citation.start, text: text.slice(citation.start, citation.end), citation })
    at = citation.end
  }
  return [...stretches, { start: at, text: text.slice(at), citation: undefined }]
}

function splitSentences(text: string, offset: number, citation: Citation | undefined): LoreSpan[] {
  const pieces: LoreSpan[] = []
  const add = (start: number, end: number, isChoosable: boolean) => {
    if (end === start) return
    pieces.push({ start: offset + start, end: offset + end, text: text.slice(start, end), citation, isChoosable })
  }
  let at = 0
  for (const sentence of findSentenceRanges(text)) {
    const { start, end } = citation === undefined ? withoutQuotationMarks(text, sentence) : sentence
    add(at, start, false)
    add(start, end, /\p{L}/u.test(text.slice(start, end)))
    at = end
  }
  add(at, text.length, false)
  return pieces
}

/** The marks at the edges belong to the quotations before and after the sentence. */
function withoutQuotationMarks(text: string, { start, end }: TextRange): TextRange {
  const sentence = text.slice(start, end)
  const from = start + (/^[”\s]*/.exec(sentence)?.[0].length ?? 0)
  let last = sentence.length
  // Not a regular expression anchored at the end: it would be tried again from every character.
  while (last > 0 && /[“\s]/.test(sentence.charAt(last - 1))) last -= 1
  return { start: from, end: Math.max(from, start + last) }
}
