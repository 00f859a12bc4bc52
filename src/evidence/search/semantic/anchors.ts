import type { Anchor } from '../rank.ts'
import type { NumberedSentence, SourceRange } from './queries.ts'
import type { SimilarWindow } from './scan.ts'
import { windowChars } from './windows.ts'

/** Text on either side of a window from which a passage of 900 characters around it can be made. */
const marginChars = 900

/** The best windows that share no text, best first. */
export function chooseDistinctWindows(windows: readonly SimilarWindow[], windowsMax: number): SimilarWindow[] {
  const distinct: SimilarWindow[] = []
  for (const window of windows) {
    if (distinct.length === windowsMax) break
    const isNear = distinct.some(
      ({ sourceId, start }) => sourceId === window.sourceId && Math.abs(start - window.start) < windowChars,
    )
    if (!isNear) distinct.push(window)
  }
  return distinct
}

/** Where the sentences that a passage around these windows can hold stand. */
export const computeRanges = (windows: readonly SimilarWindow[]): SourceRange[] =>
  windows.map(({ sourceId, revision, start, end }) => ({
    sourceId,
    revision,
    start: Math.max(0, start - marginChars),
    end: end + marginChars,
  }))

/**
 * The sentences in similar windows, each scored by the windows that hold its middle: two at most, so what stands in the
 * overlap of two counts as it should. `anchors` are the best sentence of each of the distinct windows, in their order.
 */
export function anchorSentences(
  windows: readonly SimilarWindow[],
  distinct: readonly SimilarWindow[],
  sentences: readonly NumberedSentence[],
): { anchors: Anchor[]; around: Anchor[] } {
  const bySource = Map.groupBy(windows, ({ sourceId }) => sourceId)
  const around = sentences.flatMap(({ sourceId, segment, sentence, start, end }) => {
    const middle = (start + end) / 2
    const holding = (bySource.get(sourceId) ?? []).filter((window) => window.start <= middle && middle < window.end)
    const score = holding.reduce((sum, { cosine }) => sum + cosine, 0)
    return score === 0 ? [] : [{ anchor: { sourceId, segment, sentence, score, coverage: 0 }, middle }]
  })
  const anchors = distinct.flatMap((window) => {
    const within = around.filter(
      ({ anchor, middle }) => anchor.sourceId === window.sourceId && window.start <= middle && middle < window.end,
    )
    const [best] = within.sort((one, other) => other.anchor.score - one.anchor.score)
    return best === undefined ? [] : [best.anchor]
  })
  return { anchors, around: around.map(({ anchor }) => anchor) }
}
