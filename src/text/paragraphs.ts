import { findSentences } from './sentences.ts'

/** UTF-16 code units, [start, end). */
type Window = { start: number; end: number }

/** A paragraph with its sentences, all in the offsets of the text. */
export type Paragraph = Window & { sentences: Window[] }

export function listParagraphs(text: string): Paragraph[] {
  // Without an empty line, a line that ends like a sentence or a heading ends a paragraph; a longer one was wrapped.
  const paragraphBreak = /\n[^\S\n]*\n/.test(text)
    ? /\n[^\S\n]*\n\s*/g
    : /(?<=[.!?:…。！？"”»」)\]]|(?:^|\n)[^\n]{1,44})\n\s*/g
  const breaks = [...text.matchAll(paragraphBreak), { index: text.length, 0: '' }]
  let start = 0
  return breaks.flatMap((found) => {
    const [from, end] = [start, found.index]
    start = found.index + found[0].length
    const paragraph = text.slice(from, end)
    if (paragraph.trim() === '') return []
    const sentences = findSentences(paragraph).map((one) => ({ start: from + one.start, end: from + one.end }))
    return [{ start: from, end, sentences }]
  })
}
