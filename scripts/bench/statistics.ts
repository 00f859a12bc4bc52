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

/**
 * Concurrent loops that each repeat `work` for a number of seconds: how often a second it was done in all, and how
 * long one took. `work` gets the number of its loop, so that each can have rows or a connection of its own.
 */
export async function runLoop(
  loops: number,
  seconds: number,
  work: (loop: number) => Promise<unknown>,
): Promise<Measurement> {
  const tookMs: number[] = []
  const startedMs = performance.now()
  const until = startedMs + seconds * 1_000
  await Promise.all(
    Array.from({ length: loops }, async (_, loop) => {
      for (let start = performance.now(); start < until; ) {
        await work(loop)
        const end = performance.now()
        tookMs.push(end - start)
        start = end
      }
    }),
  )
  return toMeasurement(tookMs.length / ((performance.now() - startedMs) / 1_000), tookMs)
}
