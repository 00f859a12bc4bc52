import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { chargeJob } from '../budget/charge-job.ts'
import type { ProviderFailure } from '../providers/provider-error.ts'
import { backOff, reserveSlot } from '../providers/shared-rate-limit.ts'
import type { FoundPage, WebSearch } from '../providers/web-search/index.ts'
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
  { db, providers, signal }: Pick<ResearchContext, 'db' | 'providers' | 'signal'>,
): Promise<WebSearchOutcome> {
  const { search } = providers
  if (search === undefined) return { skipped: 'not_configured' }
  const slot = search.rateLimit === null ? 'now' : await reserveSlot(db, search.rateLimit, signal)
  if (slot !== 'now') return { failed: 'rate_limited', retryAfterMs: slot.later }
  const paid = search.isPaid ? await chargeJob(db, job, 'search') : 'paid'
  if (paid !== 'paid') return { skipped: paid }
  const searched = await search.search(query, pagesMax, signal)
  if ('failed' in searched) await backOffIfAsked(db, search, searched)
  return searched
}

/** A pause that a service asks for applies to all processes of the deployment. */
async function backOffIfAsked(
  db: Kysely<DB>,
  { rateLimit }: WebSearch,
  { failed, retryAfterMs }: ProviderFailure,
): Promise<void> {
  if (rateLimit !== null && failed === 'rate_limited') await backOff(db, rateLimit, retryAfterMs ?? pauseMs)
}

/** Where the service does not say for how long, in milliseconds. */
const pauseMs = 60_000
