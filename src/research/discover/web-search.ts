import type { ClaimedJob } from '#src/queue/claim.ts'
import { chargeJob } from '../budget/charge-job.ts'
import { isSpent } from '../budget/daily-budget.ts'
import type { ProviderFailure } from '../providers/provider-error.ts'
import { createRateLimitedSend } from '../providers/rate-limited.ts'
import type { FoundPage } from '../providers/web-search/index.ts'
import type { ResearchContext } from '../slice.ts'

/** `spent`: the artist's paid searches of the day. `lease_lost`: the lease of the slice is lost. */
export type WebSearchOutcome =
  | { pages: FoundPage[] }
  | ProviderFailure
  | { skipped: 'not_configured' | 'spent' | 'lease_lost' }

/**
 * Searches the web with the configured provider, at its rate; a paid request is counted before it is sent. Each address
 * is returned once.
 */
export async function searchWithinBudget(
  job: ClaimedJob,
  query: string,
  pagesMax: number,
  { db, providers: { search }, signal }: Pick<ResearchContext, 'db' | 'providers' | 'signal'>,
): Promise<WebSearchOutcome> {
  if (search === undefined) return { skipped: 'not_configured' }
  // Before a slot is reserved, which all artists share.
  if (search.isPaid && (await isSpent(db, job.artist_id, 'search'))) return { skipped: 'spent' }
  return await createRateLimitedSend(
    db,
    search.rateLimit,
    signal,
  )<WebSearchOutcome>(async () => {
    const paid = search.isPaid ? await chargeJob(db, job, 'search') : 'paid'
    return paid === 'paid' ? await search.search(query, pagesMax, signal) : { skipped: paid }
  })
}
