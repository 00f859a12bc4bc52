import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ErrorCategory } from '#src/queue/kinds.ts'
import type { CheckpointedProgress } from '#src/queue/transitions.ts'
import { canonicalizeUrl, normalizePageUrl } from '#src/text/url/canonical-url.ts'
import type { FoundPage } from '../providers/web-search/index.ts'

/** What a look for sources has behind it and before it. */
export type DiscoverCheckpoint = {
  /** Everything that the web is asked for; the first `asked` of them have been. */
  queries: string[]
  asked: number
  /** The pages that were found, none of them known before; the first `at` of them have been read. */
  pages: FoundPage[]
  at: number
  /** Candidates that were put into the review queue. */
  proposed: number
  /** Why not everything could be asked for, if so. */
  problem: ErrorCategory | null
}

/** Pages that one look reads: as many as a person will review in one go. */
const pagesMax = 12

/** Results that are asked for with one query; many of them are known or not to the purpose. */
export const resultsPerQueryMax = 15

export const readDiscoverCheckpoint = ({ checkpoint }: ClaimedJob): DiscoverCheckpoint | undefined =>
  'queries' in checkpoint ? (checkpoint as DiscoverCheckpoint) : undefined

export const createDiscoverCheckpoint = (artistName: string): DiscoverCheckpoint => ({
  queries: queriesFor(artistName),
  asked: 0,
  pages: [],
  at: 0,
  proposed: 0,
  problem: null,
})

/** The name as a phrase: quotation marks inside it would end it early. */
function queriesFor(artistName: string): string[] {
  const phrase = `"${artistName.replace(/["“”\s]+/g, ' ').trim()}"`
  return [`${phrase} musician`, `${phrase} interview`]
}

/** The plan after an answer: pages of addresses that are neither known nor listed yet, until there are enough. */
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
  return { ...plan, asked: plan.asked + 1, pages: [...pages.values()] }
}

export const hasAskedAll = ({ asked, queries }: DiscoverCheckpoint) => asked >= queries.length

export const countDiscoverSteps = ({ queries, pages }: DiscoverCheckpoint) => queries.length + pages.length

/** How many steps there are is known when everything has been asked. */
export const toDiscoverProgress = (plan: DiscoverCheckpoint): CheckpointedProgress => ({
  cursor: plan.asked + plan.at,
  total: hasAskedAll(plan) ? countDiscoverSteps(plan) : null,
  checkpoint: plan,
})
