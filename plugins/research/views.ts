import type { components } from '#src/contract/types.gen.ts'
import { hasRun, type SliceRun } from '#src/queue/slice.ts'

type Schemas = components['schemas']

/** What a call to advance answers; undefined is an idle queue (interface, section 4.4). */
export function viewAdvance(run: SliceRun | undefined): Schemas['AdvanceResult'] {
  if (run === undefined) return { status: 'ok', ran: false }
  if (!hasRun(run)) return { status: 'error', error: 'advance failed', ran: false }
  return { status: 'ok', ...viewSlice(run) }
}

/** What a call of the scheduler answers. A slice that was given back because the service stops is not one of them. */
export function viewSchedulerRun(runs: readonly SliceRun[]): Schemas['SchedulerRun'] {
  const slices = runs.filter(({ ending }) => ending !== 'released').map(viewSlice)
  const failed = slices.some(({ ran }) => !ran)
  return { status: failed ? 'error' : 'ok', ran: slices.some(({ ran }) => ran), slices }
}

const viewSlice = (run: SliceRun): Schemas['SchedulerSlice'] => ({
  ran: hasRun(run),
  jobId: run.job.id,
  kind: run.job.kind,
  artistId: run.job.artist_id,
  progress: run.progress,
  done: run.ending === 'done',
  waiting: run.ending === 'waits',
})
