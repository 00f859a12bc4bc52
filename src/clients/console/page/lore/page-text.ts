import { readParagraphs } from '../../../artist-page/paragraphs.ts'
import type { Schemas } from '../../../typescript/index.ts'
import { splitText } from '../text/ranges.ts'

export type LoreText = Schemas['LoreText']

/** The paragraphs of a page, without the list at the end of a composed one: `lore.sources` lists the same. */
export function readPageText({ text, citations }: Pick<LoreText, 'text' | 'citations'>) {
  const quotations = citations.map(({ start, end, reference }) => {
    const id = reference.kind === 'original' ? reference.sourceId : reference.entryId
    return { start, end, kind: reference.kind, id }
  })
  const read = readParagraphs(text, quotations).filter(({ kind }) => kind !== 'sources' && kind !== 'title')
  const paragraphs = splitText(text, citations).slice(0, read.length)
  return { paragraphs, kinds: read.map(({ kind }) => kind) }
}
