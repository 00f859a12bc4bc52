import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { Failure } from './provider-error.ts'
import { nextTurn, type Pace, pauseTurns } from './shared-rate-limit.ts'

/** Sends one request in its turn; what `ask` answers, or why it was not sent. */
export type Send = <T>(ask: (signal: AbortSignal) => Promise<T | Failure>) => Promise<T | Failure>

/** The pause where a service refuses for the moment without saying for how long; milliseconds. */
const pauseMs = 5_000

/**
 * Sends requests to one service at its pace, which all processes of this deployment share. A refusal for the moment, also a 503 that
 * says for how long, comes back as `rate_limited` with the pause, which binds everybody here who would ask that service next.
 */
export const inTurn =
  (db: Kysely<DB>, pace: Pace | null, signal: AbortSignal): Send =>
  async (ask) => {
    const turn = pace === null ? 'now' : await nextTurn(db, pace, signal).catch(unlessAborted(signal))
    if (turn === 'aborted') return { failed: 'provider_unavailable' }
    if (turn !== 'now') return { failed: 'rate_limited', retryAfterMs: turn.later }
    const answer = await ask(signal)
    if (!isFailure(answer)) return answer
    const { failed, retryAfterMs } = answer
    if (failed !== 'rate_limited' && !(failed === 'provider_unavailable' && retryAfterMs !== undefined)) return answer
    const ms = Math.max(pauseMs, retryAfterMs ?? 0)
    if (pace !== null) await pauseTurns(db, pace, ms)
    return { failed: 'rate_limited', retryAfterMs: ms }
  }

const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) return 'aborted' as const
  throw error
}

export const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && 'failed' in answer
