/**
 * Spaces what happens for a key evenly: a leaky bucket whose queue is the wait. One after the other at less than the
 * rate waits for nothing; of a crowd each waits for those before it, at most `waitMsMax`.
 * @returns milliseconds to wait
 */
export function createPace({ perSecond, waitMsMax }: { perSecond: number; waitMsMax: number }) {
  /** When the next one of a key is due; the key that was used longest ago is first. */
  const due = new Map<string, number>()

  function dropPast(now: number): void {
    for (const [key, at] of due) {
      if (at > now) return
      due.delete(key)
    }
  }

  return (key: string): number => {
    const now = performance.now()
    dropPast(now)
    const waitMs = Math.min((due.get(key) ?? now) - now, waitMsMax)
    due.delete(key)
    due.set(key, now + waitMs + 1_000 / perSecond)
    return waitMs
  }
}
