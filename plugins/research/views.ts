import type {
  AdvanceResult,
  ResearchJob,
  ResearchJobState,
  SchedulerRun,
  SchedulerSlice,
} from '#src/contract/types.gen.ts'
import { viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import { hasRun, type SliceRun } from '#src/queue/slice.ts'
import type { JobRow } from './queries.ts'

/** The response to a call to advance; undefined is an idle queue (interface, section 4.4). */
export function viewAdvance(run: SliceRun | undefined): AdvanceResult {
  if (run === undefined) return { status: 'ok', ran: false }
  if (!hasRun(run)) return { status: 'error', error: 'advance failed', ran: false }
  return { status: 'ok', ...viewSlice(run) }
}

/**
 * The response to a call of the scheduler. A slice that was given back because the service stops is not one of them.
 */
export function viewSchedulerRun(runs: readonly SliceRun[]): SchedulerRun {
  const slices = runs.filter(({ ending }) => ending !== 'released').map(viewSlice)
  const failed = slices.some(({ ran }) => !ran)
  return { status: failed ? 'error' : 'ok', ran: slices.some(({ ran }) => ran), slices }
}

const viewSlice = (run: SliceRun): SchedulerSlice => ({
  ran: hasRun(run),
  jobId: run.job.id,
  kind: run.job.kind,
  artistId: run.job.artist_id,
  progress: run.progress,
  done: run.ending === 'done',
  waiting: run.ending === 'waits',
})

export function viewResearchJob(row: JobRow): ResearchJob {
  const status = viewStatus(row)
  const isDueLater = status === 'pending' || status === 'waiting'
  return {
    jobId: row.id,
    kind: row.kind,
    status,
    cursor: row.cursor,
    total: row.total,
    updatedAt: viewInstantOrNull(row.updated_at),
    errorCategory: row.error_category,
    nextRunAt: isDueLater ? viewInstant(row.next_run_at) : null,
    ...(row.outcomes !== null && { extractionOutcomes: row.outcomes }),
  }
}

/** A job that an operator has cancelled is one that was given up. */
function viewStatus({ state, running }: JobRow): ResearchJobState {
  if (running) return 'running'
  return state === 'cancelled' ? 'failed' : state
}
