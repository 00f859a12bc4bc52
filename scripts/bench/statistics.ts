/** One figure of one entrant, and where single requests were timed their percentiles. */
export type Measurement = { value: number; p50Ms?: number; p99Ms?: number }

/** The middle one, or the mean of the two in the middle. */
export const median = (figures: readonly number[]): number => percentile(figures, 50)

/** Linear between the two nearest of the sorted figures. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = Float64Array.from(figures).sort()
  const position = ((sorted.length - 1) * percent) / 100
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return below + (above - below) * (position - Math.floor(position))
}

/** `value` with the percentiles of the times of single requests. */
export const toMeasurement = (value: number, tookMs: readonly number[]): Measurement => ({
  value,
  p50Ms: percentile(tookMs, 50),
  p99Ms: percentile(tookMs, 99),
})
