import { findSentencesInSlices } from './sentences.ts'
import type { TimeSliced } from './time-slices.ts'
import { type Span, shift } from './windows.ts'

/** A paragraph with its sentences, all in the offsets of the text. */
export type Paragraph = Span & { sentences: Span[] }

/** The paragraphs of a text that hold more than white space. Yields between sentences. */
export function* listParagraphs(text: string): TimeSliced<Paragraph[]> {
  // Without an empty line, a line that ends like a sentence or a heading ends a paragraph; a longer one was wrapped.
  const paragraphBreak = /\n[^\S\n]*\n/.test(text)
    ? /\n[^\S\n]*\n\s*/g
    : /(?<=[.!?:…。！？"”»」)\]]|(?:^|\n)[^\n]{1,44})\n\s*/g
  const breaks = [...text.matchAll(paragraphBreak), { index: text.length, 0: '' }]
  const paragraphs: Paragraph[] = []
  let start = 0
  for (const found of breaks) {
    const [from, end] = [start, found.index]
    start = found.index + found[0].length
    const paragraph = text.slice(from, end)
    if (paragraph.trim() === '') continue
    const windows = yield* findSentencesInSlices(paragraph)
    paragraphs.push({ start: from, end, sentences: windows.map((one) => shift(one, from)) })
  }
  return paragraphs
}
