import type { Handler } from '#plugins/handler.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import { runSlice } from '#src/queue/slice.ts'
import { slices } from './jobs.ts'
import { viewSlice } from './views.ts'

/** Resumes whatever is due, slice by slice, until its time is spent (interface, section 5; operations, section 7). */
export const runResearchScheduler: Handler<'runResearchScheduler'> = async ({ log }, resources) => {
  const runs = await runSlices(() => runSlice(resources, slices, log), resources)
  // A slice that was given back because the service stops is not one of them.
  const taken = runs.filter(({ ending }) => ending !== 'released').map(viewSlice)
  const failed = taken.some(({ ran }) => !ran)
  return { status: 200, body: { status: failed ? 'error' : 'ok', ran: taken.some(({ ran }) => ran), slices: taken } }
}
