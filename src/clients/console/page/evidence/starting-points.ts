import type { Schemas } from '../api/shapes.ts'
import { countCodePoints, explainInvalidQuote, findSentenceRanges } from '../text/windows.ts'
import { citePassage } from './cite-passage.ts'

type Source = Pick<
  Schemas['Source'],
  'sourceId' | 'revision' | 'kind' | 'title' | 'url' | 'description' | 'descriptionTruncated'
>
type Original = Schemas['OriginalReference']
export type StartingPoint = { source: Source; reference: Original }

const shownMax = 3
/** Shorter sentences are mostly headings and greetings. */
const tellingMin = 40

/**
 * Passages a question could begin with: a sentence of each source that none of the cited passages is from. Each
 * sitting begins at another place of the list, so that the same few are not proposed for ever.
 */
export function findStartingPoints(
  sources: readonly Source[],
  cited: readonly Schemas['Reference'][],
  sitting: number,
): StartingPoint[] {
  const asked = new Set(cited.map((reference) => (reference.kind === 'original' ? reference.sourceId : '')))
  const points = sources
    .filter(({ sourceId }) => !asked.has(sourceId))
    .flatMap((source) => {
      const reference = citeBeginning(source)
      return reference === undefined ? [] : [{ source, reference }]
    })
  const first = points.length === 0 ? 0 : ((sitting - 1) * shownMax) % points.length
  return [...points.slice(first), ...points.slice(0, first)].slice(0, shownMax)
}

/** The first whole sentence of a source's beginning that tells something, as a reference. */
function citeBeginning(source: Source): Original | undefined {
  const { description, descriptionTruncated, revision } = source
  if (description === null) return undefined
  const sentences = findSentenceRanges(description)
  const whole = descriptionTruncated ? sentences.slice(0, -1) : sentences
  const quotable = whole
    .map(({ start, end }) => ({ start, text: description.slice(start, end) }))
    .filter(({ text }) => explainInvalidQuote(text) === undefined)
  const telling = quotable.find(({ text }) => countCodePoints(text) >= tellingMin) ?? quotable[0]
  return telling && citePassage({ source, revision, ...telling })
}
