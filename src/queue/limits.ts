/**
 * A claim's lease: a dead worker is replaced after this at the latest. At most a minute, because alerts and operators
 * count on that; and `schedulerMs` plus `sliceMs`, half of it, must stay under a minute, the interval of the scheduler.
 */
export const claimLeaseMs = 60_000

/**
 * Time for a slice's work. The other half of the lease is for saving: waiting for a connection, a lock, the statement.
 */
export const sliceMs = claimLeaseMs / 2

/**
 * Consecutive claims without a saved slice after which the job fails; the pauses between them take 77 s on average.
 */
export const attemptsMax = 5

/** For how long one scheduler call starts new slices; `claimLeaseMs` says how it depends on the lease. */
export const schedulerMs = 20_000

/** Slices that one scheduler call reports (contract's bound). */
export const schedulerSlicesMax = 1_000

const retryDelayMs = { min: 1_000, first: 10_000 }

/**
 * The pause in milliseconds after the given number of consecutive failures (1 to `attemptsMax` - 1): random up to 10 s,
 * 20 s, 40 s … ("full jitter"), so that jobs that failed together do not retry together. At least a second, so that one
 * scheduler call cannot use up all attempts.
 */
export function computeRetryDelayMs(failures: number, random: () => number = Math.random): number {
  const furthest = retryDelayMs.first * 2 ** (failures - 1)
  return Math.round(retryDelayMs.min + random() * (furthest - retryDelayMs.min))
}
