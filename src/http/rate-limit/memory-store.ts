/** Requests of a key in the current window, this one included, and milliseconds until it ends. */
export type RateLimitUsage = { used: number; remainingMs: number }

/** Counted keys, some megabytes; beyond it the window that ends first is dropped. */
const keysMax = 50_000

/** Counts requests by key in this process, in fixed windows that begin with a key's first request. */
export function openMemoryStore(windowMs: number) {
  /** In order of their beginning, which is also that of their end. */
  const windows = new Map<string, { used: number; endsAt: number }>()

  function dropEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= keysMax) return
      windows.delete(key)
    }
  }

  return {
    /** Counts one request, or as many as its cost is worth. */
    take(key: string, requests = 1): RateLimitUsage {
      const now = performance.now()
      dropEnded(now)
      const window = windows.get(key) ?? { used: 0, endsAt: now + windowMs }
      window.used += requests
      windows.set(key, window)
      return { used: window.used, remainingMs: window.endsAt - now }
    },
  }
}
