import type { RateLimitUsage, RateWindow } from './postgres-store.ts'

/** Keys counted at most, some megabytes; beyond it the window that ends first is forgotten. */
const keysMax = 50_000

/** Counts requests by key in this process, in windows of one length that begin with a key's first request. */
export function openMemoryStore(windowMs: RateWindow['windowMs']) {
  /** In the order in which they began, which is the one in which they end. */
  const windows = new Map<string, { taken: number; endsAt: number }>()

  function dropEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size <= keysMax) return
      windows.delete(key)
    }
  }

  return {
    take(key: string): RateLimitUsage {
      const now = performance.now()
      dropEnded(now)
      const window = windows.get(key) ?? { taken: 0, endsAt: now + windowMs }
      window.taken += 1
      windows.set(key, window)
      return { taken: window.taken, leftMs: window.endsAt - now }
    },
    /** Uncounts one request of the present window. */
    giveBack(key: string): void {
      const window = windows.get(key)
      if (window !== undefined) window.taken -= 1
    },
  }
}
