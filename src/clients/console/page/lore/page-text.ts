import type { Schemas } from '../../../typescript/index.ts'
import { isOverlapping, type ReadingSpan, splitText } from '../text/ranges.ts'

export type LoreText = Schemas['LoreText']

/**
 * What a paragraph is, by its citations alone: a passage of a source, an answer of the artist, the words before an
 * answer, or other words that join what is quoted. A page that quotes nothing is the artist's own.
 */
export type ParagraphKind = 'original' | 'answer' | 'question' | 'joining' | 'own'

/** The paragraphs of a page, without the list at the end of a composed one: `lore.sources` lists the same. */
export function readPageText({ text, citations, sources }: Pick<LoreText, 'text' | 'citations' | 'sources'>): {
  paragraphs: ReadingSpan[][]
  kinds: ParagraphKind[]
} {
  const paragraphs = splitText(text, 0, { cited: citations })
  const cited = paragraphs.map((spans) => {
    const range = { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0 }
    return citations.find((one) => isOverlapping(one, range))?.reference.kind
  })
  const isList = cited.at(-1) === undefined && listsSources(paragraphs.at(-1) ?? [], sources)
  const length = isList ? paragraphs.length - (cited.at(-2) === undefined ? 2 : 1) : paragraphs.length
  const other = citations.length > 0 ? 'joining' : 'own'
  const kinds = cited.map((kind, at) => kind ?? (cited[at + 1] === 'answer' ? 'question' : other))
  return { paragraphs: paragraphs.slice(0, length), kinds }
}

/** Whether each line begins with the number of a source, and each source has a line. */
function listsSources(spans: readonly ReadingSpan[], sources: LoreText['sources']): boolean {
  const whole = spans.map(({ text }) => text).join('')
  const numbers = whole.split('\n').map((line) => Number(/^\[(\d+)\] /.exec(line)?.[1]))
  return sources.length > 0 && !numbers.includes(Number.NaN) && sources.every(({ number }) => numbers.includes(number))
}
