/**
 * What may begin at once after a pause, in milliseconds of the pace: more would be a blow of its own to those who read
 * beside it.
 */
const savedMs = 200

/** A pace of so many beginnings a second (the generic cell rate algorithm: one instant is all there is to remember). */
export function createRateLimiter(perSecondMax: number, now = () => performance.now()) {
  const apartMs = 1_000 / perSecondMax
  const aheadMs = Math.max(0, savedMs - apartMs)
  let regularAt = Number.NEGATIVE_INFINITY
  return {
    /** Milliseconds until one more may begin; 0 or less when it may begin now. */
    msUntilNext: () => regularAt - aheadMs - now(),
    take(): void {
      regularAt = Math.max(regularAt, now()) + apartMs
    },
  }
}
