/**
 * Shapes the work of each key by a leaky bucket: so many at once, and then so many a second, each waiting for those
 * before it, at most `waitMsMax`. What comes at less than the rate never waits.
 * @returns milliseconds to wait
 */
export function createPace({ perSecond, atOnce, waitMsMax }: { perSecond: number; atOnce: number; waitMsMax: number }) {
  const everyMs = 1_000 / perSecond
  const slackMs = (atOnce - 1) * everyMs
  /** When a key's bucket is empty; the key that was used longest ago is first. */
  const emptyAt = new Map<string, number>()

  function dropEmpty(now: number): void {
    for (const [key, at] of emptyAt) {
      if (at > now) return
      emptyAt.delete(key)
    }
  }

  return (key: string): number => {
    const now = performance.now()
    dropEmpty(now)
    const filledMs = Math.min(Math.max((emptyAt.get(key) ?? now) - now, 0), slackMs + waitMsMax)
    emptyAt.delete(key)
    emptyAt.set(key, now + filledMs + everyMs)
    return Math.max(0, filledMs - slackMs)
  }
}
