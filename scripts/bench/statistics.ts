/** One figure of one entrant, and where single requests were timed their percentiles. */
export type Measurement = { figure: number; p50Ms?: number; p99Ms?: number }

/** The middle one, or the mean of the two in the middle. */
export const median = (figures: readonly number[]): number => percentile(figures, 50)

/** Linear between the two nearest of the sorted figures. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = Float64Array.from(figures).sort()
  const place = ((sorted.length - 1) * percent) / 100
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

/** `figure` with the percentiles of what single requests took. */
export const measurementOf = (figure: number, tookMs: readonly number[]): Measurement => ({
  figure,
  p50Ms: percentile(tookMs, 50),
  p99Ms: percentile(tookMs, 99),
})
