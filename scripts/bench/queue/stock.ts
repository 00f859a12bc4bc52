import { runLoop } from '../loop.ts'
import { workers } from './jobs.ts'

/** A line of jobs that is worked off one by one by as many workers as there are, and can be filled up again. */
export type Line = { workOff: () => Promise<unknown>; fill: (jobs: number) => Promise<unknown> }

/** More than any contestant works off in a second. */
const jobsPerSecond = 8_000
/** So many rounds are worked off one store, for filling takes longer than they do. */
const roundsPerFill = 5

/** Jobs worked off in a second, out of a line that is filled up between two rounds where it could run dry. */
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

/** How many jobs are left in a line; `ensure` fills it up so that it lasts for so many seconds. */
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
