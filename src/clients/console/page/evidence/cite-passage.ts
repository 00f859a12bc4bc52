import type { Schemas } from '../api/shapes.ts'
import { explainInvalidQuote, normalizeRange } from '../text/windows.ts'

type Passage = Pick<Schemas['KnowledgePassage'], 'revision' | 'start' | 'text'> & { source: { sourceId: string } }

/** A passage that was found, as a reference to its exact words; undefined when a quote may not be like that. */
export function citePassage({ source, revision, start, text }: Passage): Schemas['OriginalReference'] | undefined {
  const range = normalizeRange(text, { start: 0, end: text.length })
  const quote = text.slice(range.start, range.end)
  if (explainInvalidQuote(quote) !== undefined) return undefined
  const { sourceId } = source
  return { kind: 'original', sourceId, revision, start: start + range.start, end: start + range.end, quote }
}
