import type { Anchor } from './rank.ts'

/**
 * The least share of a query, its rare words counting most, that the best windows must speak of. Below it the few
 * common words that do match (a tour, a record, a year) are no answer, and saying so is one. Measured: see
 * src/evidence/search/README.md.
 */
const coverageMin = 0.28

/** As many windows as could be returned twice over: the one that covers most need not be the one that scores best. */
const looked = 20

/** Whether what was found speaks of what was asked; the anchors come best first. */
export function coversQuery(anchors: Anchor[]): boolean {
  return anchors.slice(0, looked).some(({ coverage }) => coverage >= coverageMin)
}
