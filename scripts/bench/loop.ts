import { type Measurement, toMeasurement } from './statistics.ts'

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
