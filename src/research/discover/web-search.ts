import type { ClaimedJob } from '#src/queue/claim.ts'
import { sendWithinBudget } from '../budget.ts'
import type { ProviderFailure } from '../providers/call.ts'
import type { FoundPage } from '../providers/web-search.ts'
import type { ResearchContext } from '../slice.ts'

/** `spent`: the artist's paid searches of the day. `lease_lost`: the lease of the slice is lost. */
export type WebSearchOutcome =
  | { pages: FoundPage[] }
  | ProviderFailure
  | { skipped: 'not_configured' | 'spent' | 'lease_lost' }

/** Searches the web with the configured provider. Each address is returned once. */
export async function searchWithinBudget(
  job: ClaimedJob,
  query: string,
  pagesMax: number,
  context: Pick<ResearchContext, 'db' | 'providers' | 'signal'>,
): Promise<WebSearchOutcome> {
  const { search } = context.providers
  if (search === undefined) return { skipped: 'not_configured' }
  const limits = { rateLimit: search.rateLimit, step: search.isPaid ? ('search' as const) : null }
  const searched = await sendWithinBudget(job, context, limits, (ending) => search.search(query, pagesMax, ending))
  return typeof searched === 'string' ? { skipped: searched } : searched
}
