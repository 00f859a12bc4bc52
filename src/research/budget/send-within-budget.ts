import type { ClaimedJob } from '#src/queue/claim.ts'
import type { ProviderFailure } from '../providers/call.ts'
import { createRateLimitedSend } from '../providers/rate-limited.ts'
import type { RateLimit } from '../providers/shared-rate-limit.ts'
import type { ResearchContext } from '../slice.ts'
import { chargeJob } from './charge-job.ts'
import { isSpent, type PaidStep } from './daily-budget.ts'

/**
 * Sends a request at the rate of all processes; one that costs money is counted before it is sent. Where the budget is
 * spent no slot of the rate is taken, which all artists share.
 * @param step what is paid for; null where it costs nothing
 */
export async function sendWithinBudget<T>(
  job: ClaimedJob,
  { db, signal }: Pick<ResearchContext, 'db' | 'signal'>,
  { rateLimit, step }: { rateLimit: RateLimit | null; step: PaidStep | null },
  send: (signal: AbortSignal) => Promise<T | ProviderFailure>,
): Promise<T | ProviderFailure | 'spent' | 'lease_lost'> {
  if (step !== null && (await isSpent(db, job.artist_id, step))) return 'spent'
  return await createRateLimitedSend(
    db,
    rateLimit,
    signal,
  )<T | 'spent' | 'lease_lost'>(async (ending) => {
    const charged = step === null ? 'paid' : await chargeJob(db, job, step)
    return charged === 'paid' ? await send(ending) : charged
  })
}
