import { findSentences } from '../../../../text/sentences.ts'
import type { Span } from '../../../../text/windows.ts'
import { splitParagraphs } from '../../../artist-page/paragraphs.ts'

/** A piece of a text: a sentence with the white space around it, which its window leaves out. */
export type ReadingSpan = Span & { text: string; isChoosable: boolean }

/** Lengths are counted in code points, as the contract counts them. */
export const countCodePoints = (text: string): number => [...text].length

/** Whether a text field's words are others; a field knows one kind of line end, which alone is no edit. */
export const isEdited = (before: string, after: string): boolean =>
  before.replace(/\r\n?/g, '\n') !== after.replace(/\r\n?/g, '\n')

/** A text as paragraphs of sentences, as the service finds them; one ends where something cited ends, too. */
export function splitText(text: string, cited: readonly Span[] = []): ReadingSpan[][] {
  // White space behind an edge stays with what it ends, so that every piece begins with its first sign.
  const edges = cited
    .flatMap(({ start, end }) => [start, end])
    .map((edge) => edge + (/^\s*/.exec(text.slice(edge))?.[0].length ?? 0))
  const toSpan = (at: number, piece: string): ReadingSpan => {
    const start = at + piece.length - piece.trimStart().length
    const end = Math.max(start, at + piece.trimEnd().length)
    return { start, end, text: piece, isChoosable: /[\p{L}\p{N}]/u.test(piece) }
  }
  return splitParagraphs(text).map(({ start, end }) => {
    const within = edges.map((edge) => Math.min(Math.max(start, edge), end))
    const cuts = [...new Set([start, ...within, end])].toSorted((a, b) => a - b)
    return cuts.slice(1).flatMap((to, index) => {
      const from = cuts[index] ?? start
      const starts = findSentences(text.slice(from, to)).map((one) => from + one.start)
      return [from, ...starts.slice(1)].map((at, n) => toSpan(at, text.slice(at, starts[n + 1] ?? to)))
    })
  })
}
