/** The contract's retry rules, as pure functions. */
import { ProblemError } from './errors.ts'

/** How often and how long a call is tried. A wait that would pass the deadline is not begun. */
export type RetryPolicy = {
  /** Milliseconds for a call with all its tries. */
  deadlineMs: number
  /** Milliseconds after which one try without an answer counts as lost. */
  tryMs: number
  triesMax: number
}

/** Longer than the longest request of the service: a turn of onboarding or a slice of research of 55 seconds. */
export const defaultRetryPolicy: RetryPolicy = { deadlineMs: 120_000, tryMs: 65_000, triesMax: 5 }

/**
 * Milliseconds to wait before a retry, or undefined when there must be none. `Retry-After` decides for a response; a
 * conflict never has it, since the caller has to read and decide again. A lost reply may always be retried, because a
 * repeated operation answers with what was saved.
 */
export function waitBeforeRetry(failure: unknown, tries: number, random: () => number): number | undefined {
  if (!(failure instanceof ProblemError)) return Math.round(250 * 2 ** Math.min(tries - 1, 5) * (0.5 + random() / 2))
  if (failure.status === 409) return undefined
  return failure.retryAfterMs
}

/** The header in milliseconds; undefined for what is not a whole number of seconds, which the contract never sends. */
export function parseRetryAfterMs(header: string): number | undefined {
  return /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined
}

/** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
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
