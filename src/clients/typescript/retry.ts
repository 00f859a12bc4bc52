/** The contract's retry truth, as pure rules. */
import { ProblemError } from './errors.ts'

/** How often and how long a call is tried. Waiting that would pass the deadline is not begun. */
export type RetryPolicy = {
  /** Milliseconds for a call with all its tries. */
  deadlineMs: number
  /** Milliseconds after which one try without an answer counts as lost. */
  tryMs: number
  triesMax: number
}

/**
 * Longer than the longest request of the service, which is a turn of onboarding or a slice of research at 55 seconds.
 */
export const defaultRetryPolicy: RetryPolicy = { deadlineMs: 120_000, tryMs: 65_000, triesMax: 5 }

/**
 * Milliseconds to wait before the same request is sent again, or undefined when it must not be. The presence of
 * `Retry-After` decides for an answer, and a conflict never carries it: it asks for reading and deciding again, not for
 * the same words once more. A reply that was lost on the way may always be asked for again, because every operation
 * says what was saved when it is repeated.
 */
export function waitBeforeRetry(failure: unknown, tries: number, random: () => number): number | undefined {
  if (!(failure instanceof ProblemError)) return Math.round(250 * 2 ** Math.min(tries - 1, 5) * (0.5 + random() / 2))
  if (failure.status === 409) return undefined
  return failure.retryAfterMs
}

/** The header in milliseconds; undefined for what is not a whole number of seconds, which the contract never sends. */
export function parseRetryAfterMs(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}

/** Resolves after so many milliseconds, or rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
