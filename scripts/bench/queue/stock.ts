import { runLoop } from '../loop.ts'
import { workers } from './jobs.ts'

/** A queue of jobs that is worked off one by one by so many workers, and can be refilled. */
export type Line = { workOff: () => Promise<unknown>; fill: (jobs: number) => Promise<unknown> }

/** More than any contestant finishes in a second. */
const jobsPerSecond = 8_000
/** So many rounds use one stock, for filling takes longer than they do. */
const roundsPerFill = 5

/** Jobs finished in a second, out of a queue that is refilled between two rounds where it could run dry. */
export function workingOff({ workOff, fill }: Line): (seconds: number) => Promise<number> {
  const stock = stockOf(fill)
  return async (seconds) => {
    await stock.ensure(seconds)
    return await runLoop(workers, seconds, async () => {
      stock.left -= 1
      await workOff()
    })
  }
}

/** How many jobs are left in a queue; `ensure` refills it for so many seconds. */
export function stockOf(fill: Line['fill']) {
  const stock = {
    left: 0,
    ensure: async (seconds: number): Promise<void> => {
      const needed = Math.ceil(jobsPerSecond * seconds)
      if (stock.left >= needed) return
      await fill(needed * roundsPerFill)
      stock.left = needed * roundsPerFill
    },
  }
  return stock
}
