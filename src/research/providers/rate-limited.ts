import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ProviderFailure } from './provider-error.ts'
import { backOff, type RateLimit, reserveSlot } from './shared-rate-limit.ts'

/** Sends one request in its turn; what `ask` answers, or why it was not sent. */
export type RateLimitedSend = <T>(
  ask: (signal: AbortSignal) => Promise<T | ProviderFailure>,
) => Promise<T | ProviderFailure>

/** The pause where a service refuses for the moment without saying for how long; milliseconds. */
const pauseMs = 5_000

/**
 * Sends requests to one service at its pace, which all processes of this deployment share. A refusal for the moment,
 * also a 503 that says for how long, comes back as `rate_limited` with the pause, which binds everybody here who would
 * ask that service next.
 */
export const createRateLimitedSend =
  (db: Kysely<DB>, pace: RateLimit | null, signal: AbortSignal): RateLimitedSend =>
  async (ask) => {
    const turn = pace === null ? 'now' : await reserveSlot(db, pace, signal).catch(unlessAborted(signal))
    if (turn === 'aborted') return { failed: 'provider_unavailable' }
    if (turn !== 'now') return { failed: 'rate_limited', retryAfterMs: turn.later }
    const answer = await ask(signal)
    if (!isProviderFailure(answer)) return answer
    const { failed, retryAfterMs } = answer
    if (failed !== 'rate_limited' && !(failed === 'provider_unavailable' && retryAfterMs !== undefined)) return answer
    const ms = Math.max(pauseMs, retryAfterMs ?? 0)
    if (pace !== null) await backOff(db, pace, ms)
    return { failed: 'rate_limited', retryAfterMs: ms }
  }

const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) return 'aborted' as const
  throw error
}

export const isProviderFailure = (answer: unknown): answer is ProviderFailure =>
  typeof answer === 'object' && answer !== null && 'failed' in answer
