import { Problem } from '#src/contract/problems/problem.ts'

const windowMs = 60_000

/** Counted keys, some megabytes; beyond it the window that ends first is dropped. */
const keysMax = 50_000

/** Counts requests by key in this process, in fixed windows of a minute that begin with a key's first request. */
export function createRateLimiter() {
  /** In order of their beginning, which is also that of their end. */
  const windows = new Map<string, { used: number; endsAt: number }>()

  function dropEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= keysMax) return
      windows.delete(key)
    }
  }

  /** Counts one request, or as many as its cost is worth. @returns the refusal of more than `max` in a window */
  return (key: string, max: number, requests = 1): Problem | undefined => {
    const now = performance.now()
    dropEnded(now)
    const window = windows.get(key) ?? { used: 0, endsAt: now + windowMs }
    window.used += requests
    windows.set(key, window)
    if (window.used <= max) return undefined
    return new Problem('rate_limited', { retryAfter: Math.ceil((window.endsAt - now) / 1_000) })
  }
}
