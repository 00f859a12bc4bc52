import type { Handler } from '#plugins/handler.ts'
import { runSlices } from '#src/queue/scheduler.ts'
import { runSlice } from '#src/queue/slice.ts'
import { slices } from './jobs.ts'
import { viewSchedulerRun } from './views.ts'

/**
 * Resumes whatever is due, slice by slice, until its time is spent (interface, section 5; operations, section 7). What
 * ended long ago is removed on the way, since nothing else runs as regularly.
 */
export const runResearchScheduler: Handler<'runResearchScheduler'> = async ({ log }, resources) => {
  await resources.queue.pruneEndedJobs()
  const runs = await runSlices(() => runSlice(resources, slices, log), resources)
  return { status: 200, body: viewSchedulerRun(runs) }
}
