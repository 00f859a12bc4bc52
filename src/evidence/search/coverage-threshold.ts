import type { Anchor } from './rank.ts'

/**
 * The least share of a query, its rare words counting most, that the best anchors must speak of. Below it only a few
 * common words match (a tour, a record, a year), which is no answer, so nothing is returned. Measured: see
 * src/evidence/search/README.md.
 */
const coverageMin = 0.28

/** As many anchors as could be returned twice over: the anchor that covers most of the query need not score best. */
const anchorsMax = 20

/** Whether what was found speaks of what was asked; the anchors come best first. */
export function coversQuery(anchors: Anchor[]): boolean {
  return anchors.slice(0, anchorsMax).some(({ coverage }) => coverage >= coverageMin)
}
