import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isProviderFailure, type ProviderFailure } from './call.ts'
import { backOff, type RateLimit, reserveSlot } from './shared-rate-limit.ts'

/** Sends one request under the rate limit; the result of `ask`, or why it was not sent. */
export type RateLimitedSend = <T>(
  send: (signal: AbortSignal) => Promise<T | ProviderFailure>,
) => Promise<T | ProviderFailure>

/** Milliseconds to wait after a temporary refusal: at least, and where it does not say how long. */
const pauseMs = { min: 5_000, default: 60_000 }

/**
 * Sends requests to one service at its rate, which all processes of this deployment share. A temporary refusal, also a
 * 503 with a pause, comes back as `rate_limited` with the pause, which applies to every process here that would call
 * that service next.
 */
export const createRateLimitedSend =
  (db: Kysely<DB>, rateLimit: RateLimit | null, signal: AbortSignal): RateLimitedSend =>
  async (send) => {
    const slot =
      rateLimit === null ? 'now' : await reserveSlot(db, rateLimit, signal).catch(rethrowUnlessAborted(signal))
    if (slot === 'aborted') return { failed: 'provider_unavailable' }
    if (slot !== 'now') return { failed: 'rate_limited', retryAfterMs: slot.later }
    const answer = await send(signal)
    if (!isProviderFailure(answer)) return answer
    const { failed, retryAfterMs } = answer
    if (failed !== 'rate_limited' && !(failed === 'provider_unavailable' && retryAfterMs !== undefined)) return answer
    const ms = Math.max(pauseMs.min, retryAfterMs ?? pauseMs.default)
    if (rateLimit !== null) await backOff(db, rateLimit, ms)
    return { failed: 'rate_limited', retryAfterMs: ms }
  }

const rethrowUnlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) return 'aborted' as const
  throw error
}
