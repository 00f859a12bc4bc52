import type { SchedulerSlice } from '#src/contract/types.gen.ts'
import { hasRun, type SliceRun } from '#src/queue/slice.ts'

export const viewSlice = (run: SliceRun): SchedulerSlice => ({
  ran: hasRun(run),
  jobId: run.job.id,
  kind: run.job.kind,
  artistId: run.job.artist_id,
  progress: run.progress,
  done: run.ending === 'done',
  waiting: run.ending === 'waits',
})
