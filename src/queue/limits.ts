import type { JobKind } from './kinds.ts'

/**
 * Milliseconds that a claim lasts. A worker that dies is replaced after this at the latest, and at most 60 s are
 * allowed.
 */
export const leaseMs = 60_000

/**
 * Milliseconds that a slice may work. The other half of the lease is for saving: a slow pool, a lock, the statement.
 */
export const sliceMs = leaseMs / 2

/**
 * Claims in a row without a saved slice, after which a job is given up. With the pauses between them, some four
 * minutes.
 */
export const attemptsMax = 5

const hourMs = 60 * 60_000

/**
 * How long a job may wait for something outside, in milliseconds; then the engine ends it, whatever its slices want
 * (./transitions.ts). A scraping run that takes longer than a day will not end; a search or a catalogue that has sent
 * everybody away for half a day will be asked again by the next look. The other kinds need nobody outside for longer
 * than a slice.
 */
export const waitingMaxMs: Readonly<Record<JobKind, number>> = {
  social_ingest: 24 * hourMs,
  source_search: 12 * hourMs,
  latest_refresh: 12 * hourMs,
  caption_extract: hourMs,
  lore_refresh: hourMs,
}

/** For how long one call of the scheduler takes on new slices: with the last slice it stays below a minute. */
export const schedulerMs = 20_000

/** Slices that one call of the scheduler reports: the contract's bound. */
export const schedulerSlicesMax = 1_000

const retryDelayMs = { least: 1_000, first: 10_000, most: 600_000 }

/**
 * The pause after the given number of failures in a row (1, 2, …), in milliseconds: anything up to 10 s, 20 s, 40 s …,
 * at most ten minutes. Wholly at random ("full jitter"), so that jobs that failed together do not come back together;
 * and never less than a second, so that the attempts of a job cannot burn within one run of the scheduler.
 */
export function computeRetryDelayMs(failures: number, random: () => number = Math.random): number {
  const furthest = Math.min(retryDelayMs.most, retryDelayMs.first * 2 ** (failures - 1))
  return Math.round(retryDelayMs.least + random() * (furthest - retryDelayMs.least))
}
