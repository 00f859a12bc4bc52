import { computeMedian } from '../../../../scripts/bench/statistics.ts'

export const readerCount = 16
const readsEach = 12

/** Median milliseconds of a read of each text. */
export type Times = { long: number; short: number }

/**
 * Alternate rounds of the two texts, so that the machine's other load affects both. In a round all readers read the
 * same text: a slower read is then not hidden by waiting for faster ones.
 */
export async function compareTimes(
  rounds: number,
  reads: Record<keyof Times, (at: number) => Promise<unknown>>,
): Promise<Times> {
  const measured: Record<keyof Times, number[]> = { long: [], short: [] }
  let at = 0
  async function runRound(which: keyof Times, isRecorded: boolean) {
    const read = async () => {
      for (let left = readsEach; left > 0; left -= 1) {
        const startedMs = performance.now()
        await reads[which](at++)
        if (isRecorded) measured[which].push(performance.now() - startedMs)
      }
    }
    await Promise.all(Array.from({ length: readerCount }, read))
  }
  for (const which of ['long', 'short'] as const) await runRound(which, false)
  for (let left = rounds; left > 0; left -= 1)
    for (const which of ['long', 'short'] as const) await runRound(which, true)
  return { long: computeMedian(measured.long), short: computeMedian(measured.short) }
}
