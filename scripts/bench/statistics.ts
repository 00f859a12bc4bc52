/** One figure of one entrant, and where single requests were timed their percentiles. */
export type Measurement = { value: number; p50Ms?: number; p99Ms?: number }

/** The middle one, or the mean of the two in the middle. */
export const computeMedian = (values: readonly number[]): number => computePercentile(values, 50)

/** Linear between the two nearest of the sorted values; not a number where there are none. */
export function computePercentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort()
  const position = ((sorted.length - 1) * percent) / 100
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return below + (above - below) * (position - Math.floor(position))
}

/** `value` with the percentiles of the times of single requests. */
export const toMeasurement = (value: number, tookMs: readonly number[]): Measurement => ({
  value,
  p50Ms: computePercentile(tookMs, 50),
  p99Ms: computePercentile(tookMs, 99),
})
