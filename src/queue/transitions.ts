import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import { statementTimestamp, transactionTimestamp } from './due-jobs.ts'
import { type ErrorCategory, waitingMaxMs } from './kinds.ts'
import { type JobColumns, type Lease, LeaseLostError, updateUnderLease } from './lease.ts'
import { attemptsMax, computeRetryDelayMs } from './limits.ts'

/** Progress: `cursor` of `total` steps (null while unknown), and the state that the next slice needs. */
export type CheckpointedProgress = { cursor: number; total: number | null; checkpoint: { [name: string]: JsonValue } }

type CompletedResult = {
  result?: { [name: string]: JsonValue }
  /** Why the job ended without doing its work. */
  errorCategory?: ErrorCategory
}

/** What becomes of a job after a slice; `progress` is the message of the slice (interface, section 4.4). */
export type JobDecision =
  /** There is more to do: after the jobs that are queued, or after a pause for something outside (milliseconds). */
  | { next: CheckpointedProgress; pauseMs?: number; progress: string }
  | { done: CompletedResult; progress: string }
  /** Tried again while attempts are left; given up where `progress` says so. `restarts`: its checkpoint is dropped. */
  | { failed: ErrorCategory; progress?: string; restarts?: true }

type JobState = 'pending' | 'waiting' | 'done' | 'failed'

/** Whether the job may still wait. A slice of one that may not should end it with a better result than `timed_out`. */
export const mayWait = ({ kind, waited_ms }: ClaimedJob) => (waited_ms ?? 0) < waitingMaxMs[kind]

/**
 * Writes what becomes of a job and releases its lease. Results of the slice are written in the same transaction, so
 * result, cursor and checkpoint commit together or not at all. A request that came in since the run began makes a job
 * that would end run once more, from the beginning.
 * @returns the state of the job
 * @throws LeaseLostError nothing is written
 */
export async function applyDecision(db: Kysely<DB>, job: ClaimedJob, decision: JobDecision): Promise<JobState> {
  if ('done' in decision) {
    const { result = {}, errorCategory = null } = decision.done
    const done = { ...job, result: JSON.stringify(result), errorCategory }
    return await endOrRestart(await runQuery(db, completeJob(done)), db, job, { error_category: null })
  }
  if ('failed' in decision) {
    const { failed, progress, restarts } = decision
    return progress !== undefined || job.attempts >= attemptsMax
      ? await giveUp(db, job, failed, restarts && { cursor: 0, total: null, checkpoint: '{}' })
      : await release(db, job, { error_category: failed, ...pauseFor(computeRetryDelayMs(job.attempts)) })
  }
  const { next, pauseMs } = decision
  // Picked one by one: a slice may hand its job back as the progress.
  const saved = { cursor: next.cursor, total: next.total, checkpoint: JSON.stringify(next.checkpoint) }
  if (pauseMs === undefined) return requireState(await runQuery(db, continueJob({ ...job, ...saved })))
  // No kind may wait for ever. An operator may retry the job from where it stood.
  if (!mayWait(job)) return await giveUp(db, job, 'timed_out', saved)
  const leftMs = waitingMaxMs[job.kind] - (job.waited_ms ?? 0)
  return await release(db, job, {
    ...buildAdvancedColumns(saved),
    state: 'waiting',
    waiting_since: sql<Date>`least(waiting_since, ${transactionTimestamp})`,
    ...pauseFor(Math.ceil(Math.min(pauseMs, leftMs))),
  })
}

/**
 * Releases the job as if it had not been claimed: the service stops, which is no failure of the job.
 * @throws LeaseLostError
 */
export const releaseJob = (db: Kysely<DB>, job: ClaimedJob): Promise<JobState> =>
  release(db, job, { attempts: sql<number>`attempts - 1`, updated_at: sql<Date | null>`updated_at` })

const updateAndRelease = (db: Kysely<DB>, lease: Lease, columns: JobColumns) =>
  updateUnderLease(db, lease, {
    updated_at: transactionTimestamp,
    ...columns,
    lease_token: null,
    leased_until: null,
  }).$castTo<{ state: JobState }>()

const release = async (db: Kysely<DB>, job: ClaimedJob, columns: JobColumns): Promise<JobState> =>
  requireState(await updateAndRelease(db, job, columns).execute())

function requireState([row]: readonly { state: JobState }[]): JobState {
  if (row === undefined) throw new LeaseLostError()
  return row.state
}

/** A request that came in since the run began is not handled by it; none is ever taken back. */
const isAllHandled = sql<boolean>`requests = requests_handled`

/**
 * The state of a job that has ended, or that begins again for a request. Two statements and not one with CASE
 * expressions: the common one is cheaper, and a cluster allows no clock in a CASE.
 */
async function endOrRestart(
  ended: readonly { state: JobState }[],
  db: Kysely<DB>,
  job: ClaimedJob,
  columns: JobColumns,
): Promise<JobState> {
  if (ended.length > 0) return requireState(ended)
  return await release(db, job, {
    ...{ state: 'pending', run_began_at: null, cursor: 0, total: null, checkpoint: '{}', attempts: 0 },
    ...{ waiting_since: null, ...pauseFor(0), ...columns },
  })
}

/** Fails the job, whose progress stays or is `saved`, until an operator retries it. A restarted job pauses first. */
async function giveUp(db: Kysely<DB>, job: ClaimedJob, error_category: ErrorCategory, saved: JobColumns = {}) {
  const ended = { finished_at: transactionTimestamp, waiting_since: null }
  const columns = { ...saved, state: 'failed' as const, error_category, ...ended }
  const failed = await updateAndRelease(db, job, columns).where(isAllHandled).execute()
  return await endOrRestart(failed, db, job, { error_category, ...pauseFor(computeRetryDelayMs(1)) })
}

const pauseFor = (ms: number): JobColumns => {
  const add = (from: RawBuilder<Date>) => sql<Date>`${from} + ${ms} * interval '1 millisecond'`
  return { next_run_at: add(transactionTimestamp), queued_at: add(statementTimestamp) }
}

/** How nearly every slice ends, compiled once: with more to do, or at the end of its job. */
const continueJob = prepareQuery<Lease & SavedColumns, { state: JobState }>((db, params) =>
  updateAndRelease(db, params, {
    ...buildAdvancedColumns(params),
    state: 'pending',
    waiting_since: null,
    queued_at: statementTimestamp,
  }).compile(),
)

/** The steps of a job that ends: their total, or where it was not known, those taken and the last one. */
const stepsOfWhole = sql<number>`coalesce(total, cursor + 1)`

type Completed = { result: string; errorCategory: ErrorCategory | null }

const completeJob = prepareQuery<Lease & Completed, { state: JobState }>((db, params) =>
  updateAndRelease(db, params, {
    state: 'done',
    cursor: stepsOfWhole,
    total: stepsOfWhole,
    checkpoint: sql<string>`'{}'::jsonb`,
    result: sql<string>`${params.result}::jsonb`,
    error_category: sql<ErrorCategory | null>`${params.errorCategory}::text`,
    attempts: 0,
    waiting_since: null,
    finished_at: transactionTimestamp,
  })
    .where(isAllHandled)
    .compile(),
)

type SavedColumns = { cursor: number; total: number | null; checkpoint: string }

// Cast explicitly, or the server checks each against its column's domain twice: as a parameter and as a stored value.
const buildAdvancedColumns = ({ cursor, total, checkpoint }: SavedColumns) => ({
  cursor: sql<number>`${cursor}::int`,
  total: sql<number | null>`${total}::int`,
  checkpoint: sql<string>`${checkpoint}::jsonb`,
  attempts: 0,
  error_category: null,
})
