/** Milliseconds that a claim lasts. A worker that dies is replaced after this at the latest, and at most 60 s are allowed. */
export const leaseMs = 60_000

/** Milliseconds that a slice may work. The other half of the lease is for saving: a slow pool, a lock, the statement. */
export const sliceMs = leaseMs / 2

/** Claims in a row without a saved slice, after which a job is given up. With the pauses between them, some four minutes. */
export const attemptsMax = 5

/** How long a job may wait for one and the same outside run: a run that takes longer than a day will not end. */
export const waitingMaxMs = 24 * 60 * 60_000

/** For how long one call of the scheduler takes on new slices: with the last slice it stays below a minute. */
export const schedulerMs = 20_000

/** Slices that one call of the scheduler reports: the contract's bound. */
export const schedulerSlicesMax = 1_000

const pauseMs = { least: 1_000, first: 10_000, most: 600_000 }

/**
 * The pause after the given number of failures in a row (1, 2, …), in milliseconds: anything up to 10 s, 20 s, 40 s …, at most ten
 * minutes. Wholly at random ("full jitter"), so that jobs that failed together do not come back together; and never less than a
 * second, so that the attempts of a job cannot burn within one run of the scheduler.
 */
export function pauseAfter(failures: number, random: () => number = Math.random): number {
  const furthest = Math.min(pauseMs.most, pauseMs.first * 2 ** (failures - 1))
  return Math.round(pauseMs.least + random() * (furthest - pauseMs.least))
}
