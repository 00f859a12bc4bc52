import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import type { CheckpointedProgress } from '#src/queue/transitions.ts'
import { canonicalizeUrl, normalizePageUrl } from '#src/text/url/page-url.ts'
import type { FoundPage } from '../providers/web-search.ts'

/** The progress of a source search. */
export type DiscoverCheckpoint = {
  /** Every query for the web; the first `queriesDone` of them have been sent. */
  queries: string[]
  queriesDone: number
  /** The pages that were found, all new; the first `at` of them have been read. */
  pages: FoundPage[]
  at: number
  /** Candidates that were put into the review queue. */
  proposed: number
  /** Why not every query could be sent, if so. */
  problem: ErrorCategory | null
}

/** Pages that one search reads: as many as a person reviews at once. */
const pagesMax = 12

/** Results requested with one query; many of them are known or irrelevant. */
export const resultsPerQueryMax = 15

export const readDiscoverCheckpoint = ({ checkpoint }: ClaimedJob): DiscoverCheckpoint | undefined =>
  'queries' in checkpoint ? (checkpoint as DiscoverCheckpoint) : undefined

export const createDiscoverCheckpoint = (artistName: string): DiscoverCheckpoint => ({
  queries: buildQueries(artistName),
  queriesDone: 0,
  pages: [],
  at: 0,
  proposed: 0,
  problem: null,
})

/** The name as a phrase: quotation marks inside it would end it early. */
function buildQueries(artistName: string): string[] {
  const phrase = `"${artistName.replace(/["“”\s]+/g, ' ').trim()}"`
  return [`${phrase} musician`, `${phrase} interview`]
}

/** The plan after a result: new addresses join the pages, until there are enough. */
export function withPages(
  plan: DiscoverCheckpoint,
  found: readonly FoundPage[],
  known: ReadonlySet<string>,
): DiscoverCheckpoint {
  const pages = new Map(plan.pages.map((page) => [normalizePageUrl(page.url), page]))
  for (const page of found) {
    const url = canonicalizeUrl(page.url)
    const address = normalizePageUrl(page.url)
    const isNew = url !== undefined && address !== undefined && !known.has(address) && !pages.has(address)
    if (isNew && pages.size < pagesMax) pages.set(address, { ...page, url })
  }
  return { ...plan, queriesDone: plan.queriesDone + 1, pages: [...pages.values()] }
}

export const hasRunAllQueries = ({ queriesDone, queries }: DiscoverCheckpoint) => queriesDone >= queries.length

export const countDiscoverSteps = ({ queries, pages }: DiscoverCheckpoint) => queries.length + pages.length

/** The number of steps is known when every query has been sent. */
export const toDiscoverProgress = (plan: DiscoverCheckpoint): CheckpointedProgress => ({
  cursor: plan.queriesDone + plan.at,
  total: hasRunAllQueries(plan) ? countDiscoverSteps(plan) : null,
  checkpoint: plan,
})
