import type { Span } from '../../text/windows.ts'

/** What a page quotes of a source or of an answer. The quotations stand in the order of the text, and apart. */
type Quotation = Span & { kind: 'original' | 'answer'; id: string }

/**
 * What a paragraph is, by the quotations alone: a passage of a source, an answer of the artist, the words before an
 * answer, other words that join what is quoted, or the list of sources at the end of a composed page and the title of
 * it. A page that quotes nothing is the artist's own.
 */
type ParagraphKind = 'original' | 'answer' | 'question' | 'joining' | 'own' | 'sources' | 'title'

export type PageParagraph<Q> = Span & { kind: ParagraphKind; quotations: Q[] }

/** The paragraphs of a page, each with its quotations, also those that end beyond it. */
export function readParagraphs<Q extends Quotation>(text: string, quotations: readonly Q[]): PageParagraph<Q>[] {
  const paragraphs = listQuoted(splitParagraphs(text), quotations)
  const isQuoting = (at: number) => (paragraphs[at]?.quotations.length ?? 0) > 0
  const last = paragraphs.length - 1
  const sources = new Set(quotations.flatMap(({ kind, id }) => (kind === 'original' ? id : [])))
  const isListed = !isQuoting(last) && isSourceList(text.slice(paragraphs[last]?.start), sources.size)
  return paragraphs.map((paragraph, at) => {
    if (isListed && at === last) return { ...paragraph, kind: 'sources' }
    if (isListed && at === last - 1 && !isQuoting(at)) return { ...paragraph, kind: 'title' }
    const isBeforeAnswer = paragraphs[at + 1]?.quotations[0]?.kind === 'answer'
    const other = quotations.length === 0 ? 'own' : isBeforeAnswer ? 'question' : 'joining'
    return { ...paragraph, kind: paragraph.quotations[0]?.kind ?? other }
  })
}

function listQuoted<Q extends Quotation>(paragraphs: readonly Span[], quotations: readonly Q[]) {
  let first = 0
  return paragraphs.map((paragraph) => {
    while ((quotations[first]?.end ?? Infinity) <= paragraph.start) first += 1
    const quoted: Q[] = []
    for (let at = first; (quotations[at]?.start ?? Infinity) < paragraph.end; at += 1) quoted.push(quotations[at] as Q)
    return { ...paragraph, quotations: quoted }
  })
}

/**
 * Whether each line begins with the number of a source. An artist may take lines out of it; where several sources are
 * quoted, a single line is a sentence of the artist about one of them.
 */
function isSourceList(text: string, sourcesMany: number): boolean {
  const lines = text.trimEnd().split('\n')
  return sourcesMany > 0 && lines.length >= Math.min(sourcesMany, 2) && lines.every((line) => /^\[\d+\] /.test(line))
}

/** The paragraphs of a text, which empty lines divide; one keeps its indentation. */
export function splitParagraphs(text: string): Span[] {
  const gaps = [...text.matchAll(/\n(?:[^\S\n]*\n)+/g)]
  const starts = [0, ...gaps.map(({ index, 0: gap }) => index + gap.length)]
  return starts
    .map((start, at) => ({ start, end: start + text.slice(start, gaps[at]?.index).trimEnd().length }))
    .filter(({ start, end }) => end > start)
}
