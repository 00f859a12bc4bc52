import { runLoop } from '../loop.ts'
import type { Measurement } from '../statistics.ts'
import { workers } from './jobs.ts'

/** A queue that is worked off job by job, and can be filled again. */
export type Queue = { finishNext: () => Promise<unknown>; fill: (jobs: number) => Promise<unknown> }

/** More than any entrant works off in a second. */
const jobsPerSecond = 8_000
/** Rounds between two refills of the queue: a refill takes longer than a round. */
const roundsPerFill = 5

/** Measures how fast jobs are worked off; the queue is filled between two rounds where it could run dry. */
export function createDrain({ finishNext, fill }: Queue): (seconds: number) => Promise<readonly Measurement[]> {
  const stock = createJobStock(fill)
  return async (seconds) => {
    await stock.ensure(seconds)
    const measurement = await runLoop(workers, seconds, async () => {
      stock.remaining -= 1
      await finishNext()
    })
    return [measurement]
  }
}

/** The jobs that remain in a queue; `ensure` fills it so that it lasts for a number of seconds. */
export function createJobStock(fill: Queue['fill']) {
  const stock = {
    remaining: 0,
    ensure: async (seconds: number): Promise<void> => {
      const needed = Math.ceil(jobsPerSecond * seconds)
      if (stock.remaining >= needed) return
      await fill(needed * roundsPerFill)
      stock.remaining = needed * roundsPerFill
    },
  }
  return stock
}
