import type { Slice } from './slice.ts'
import { notProvided } from './status-messages.ts'
import { applyTransition, completeJob } from './transitions.ts'

/** The slice of a kind without a configured provider: ends the job at once instead of leaving it queued. */
export const endUnconfiguredJob: Slice = async (job, { db }) => ({
  ending: await applyTransition(completeJob(db, job, { steps: 0, errorCategory: 'not_configured' })),
  progress: notProvided[job.kind],
})
