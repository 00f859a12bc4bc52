import type { Schemas } from '../api/shapes.ts'
import { findSentenceRanges } from '../text/windows.ts'
import { citePassage } from './cite-passage.ts'
import { findTellingSentence } from './telling-sentence.ts'

type Source = Pick<
  Schemas['Source'],
  'sourceId' | 'revision' | 'kind' | 'title' | 'url' | 'description' | 'descriptionTruncated'
>
type Original = Schemas['OriginalReference']
export type StartingPoint = { source: Source; reference: Original }

const shownMax = 3

/**
 * Passages a question could begin with: a sentence of each source that none of the cited passages is from. Each
 * sitting begins at another place of the list, so that the same few are not proposed for ever.
 */
export function findStartingPoints(
  sources: readonly Source[],
  cited: readonly Schemas['Reference'][],
  sitting: number,
  artist: string,
): StartingPoint[] {
  const asked = new Set(cited.map((reference) => (reference.kind === 'original' ? reference.sourceId : '')))
  const points = sources
    .filter(({ sourceId }) => !asked.has(sourceId))
    .flatMap((source) => {
      const reference = citeBeginning(source, artist)
      return reference === undefined ? [] : [{ source, reference }]
    })
  const first = points.length === 0 ? 0 : ((sitting - 1) * shownMax) % points.length
  return [...points.slice(first), ...points.slice(0, first)].slice(0, shownMax)
}

/** A telling sentence of a source's beginning, as a reference. Words that the beginning was cut in are none. */
function citeBeginning(source: Source, artist: string): Original | undefined {
  const { description, descriptionTruncated, revision, kind } = source
  if (description === null) return undefined
  const whole = descriptionTruncated ? description.slice(0, findSentenceRanges(description).at(-1)?.start) : description
  const range = findTellingSentence(whole, artist, kind !== 'vault')
  return range && citePassage({ source, revision, start: range.start, text: description.slice(range.start, range.end) })
}
