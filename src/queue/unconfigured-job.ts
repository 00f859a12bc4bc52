import type { Slice } from './slice.ts'
import { notProvided } from './status-messages.ts'
import { applyTransition, completeJob } from './transitions.ts'

/** The slice of a kind that nothing here can do: it says so plainly and ends the job, which nobody should wait for. */
export const endUnconfiguredJob: Slice = async (job, { db }) => ({
  ending: await applyTransition(completeJob(db, job, { steps: 0, errorCategory: 'not_configured' })),
  progress: notProvided[job.kind],
})
