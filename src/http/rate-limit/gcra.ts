/** Burst allowance after a pause: a larger one would disturb concurrent reads. */
const savedMs = 200

/** A rate limiter by GCRA (generic cell rate algorithm): its whole state is one instant. */
export function createRateLimiter(perSecondMax: number, now = () => performance.now()) {
  const apartMs = 1_000 / perSecondMax
  const aheadMs = Math.max(0, savedMs - apartMs)
  let regularAt = Number.NEGATIVE_INFINITY
  return {
    /** Milliseconds until the next execution may begin; 0 or less: now. */
    computeMsUntilNext: () => regularAt - aheadMs - now(),
    take(): void {
      regularAt = Math.max(regularAt, now()) + apartMs
    },
  }
}
