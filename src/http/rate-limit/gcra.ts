/** How far ahead of its emission interval a burst may run; a larger one would disturb concurrent reads. */
const burstMs = 200

/** A rate limiter by GCRA (generic cell rate algorithm): its whole state is the theoretical arrival time. */
export function createRateLimiter(perSecondMax: number, now = () => performance.now()) {
  const emissionIntervalMs = 1_000 / perSecondMax
  const toleranceMs = Math.max(0, burstMs - emissionIntervalMs)
  let theoreticalArrivalMs = Number.NEGATIVE_INFINITY
  return {
    /** Milliseconds until the next execution may begin; 0 or less: now. */
    computeMsUntilNext: () => theoreticalArrivalMs - toleranceMs - now(),
    take(): void {
      theoreticalArrivalMs = Math.max(theoreticalArrivalMs, now()) + emissionIntervalMs
    },
  }
}
