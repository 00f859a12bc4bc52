import { type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import { isLeased, statementTimestamp, transactionTimestamp } from './due-jobs.ts'
import type { ErrorCategory } from './kinds.ts'
import { attemptsMax, computeRetryDelayMs, waitingMaxMs } from './limits.ts'

/**
 * Every transition of a job at the end of a slice. Each is conditional on the lease (fencing): a worker that was
 * suspended past its lease, or whose job was claimed again, writes nothing and gets `lease_lost`. Results of the slice
 * are written in the same transaction, so result, cursor and checkpoint commit together or not at all.
 */

/** The job's state after a slice; `lease_lost` when the lease was no longer valid and nothing was written. */
export type SliceEnding = 'continues' | 'waits' | 'done' | 'failed' | 'lease_lost'

type Columns = UpdateObject<DB, 'artist_research_jobs'>

/** Progress: `cursor` of `total` steps (null while unknown), and the state that the next slice needs. */
export type CheckpointedProgress = { cursor: number; total: number | null; checkpoint: { [name: string]: JsonValue } }

/** Whether the job may still wait. A slice of one that may not should end it with a better result than `timed_out`. */
export const mayWait = ({ kind, waited_ms }: ClaimedJob) => (waited_ms ?? 0) < waitingMaxMs[kind]

/** Ends a slice with more to do: the job stays due, after the jobs of its artist that were queued during the slice. */
export const continueJob = (db: Kysely<DB>, job: ClaimedJob, checkpointed: CheckpointedProgress): Transition =>
  continueStatement(db, job, toParams(checkpointed))

const continueStatement = buildTransition<ProgressParams>((params) => ({
  ...buildAdvancedColumns(params),
  state: 'pending',
  waiting_since: null,
  queued_at: statementTimestamp,
}))

/**
 * Ends a slice that waits for an external run; the job is due again after `pollMs` milliseconds and at the latest when
 * its waiting time is over. A job that has waited for as long as its kind may fails with `timed_out`: no kind may wait
 * for ever. Progress is saved in either case.
 */
export function snoozeJob(
  db: Kysely<DB>,
  job: ClaimedJob,
  checkpointed: CheckpointedProgress,
  pollMs: number,
): Transition {
  if (!mayWait(job)) return giveUp(db, job, 'timed_out', toParams(checkpointed))
  const leftMs = waitingMaxMs[job.kind] - (job.waited_ms ?? 0)
  return snoozeStatement(db, job, { ...toParams(checkpointed), pauseMs: Math.ceil(Math.min(pollMs, leftMs)) })
}

const snoozeStatement = buildTransition<ProgressParams & { pauseMs: number }>((params) => ({
  ...buildAdvancedColumns(params),
  state: 'waiting',
  waiting_since: sql<Date>`least(waiting_since, ${transactionTimestamp})`,
  next_run_at: addPause(params, transactionTimestamp),
  queued_at: addPause(params, statementTimestamp),
}))

export type CompletedResult = {
  steps: number
  result?: { [name: string]: JsonValue }
  /** Why the job ended without doing its work. */
  errorCategory?: ErrorCategory
}

/** Ends the job, or requeues it from the beginning when a request came in since the run began. */
export function completeJob(
  db: Kysely<DB>,
  job: ClaimedJob,
  { steps, result = {}, errorCategory }: CompletedResult,
): Transition {
  const params = { steps, result: JSON.stringify(result), category: errorCategory ?? null }
  return tryInTurn(markDone(db, job, params), restart(db, job, { category: null, pauseMs: 0 }))
}

type Completed = { steps: number; result: string; category: ErrorCategory | null }

/** A request that came in since the run began makes the job run once more; none is ever taken back. */
const isAllHandled = sql<boolean>`requests = requests_handled`
const isAskedAgain = sql<boolean>`requests > requests_handled`

/**
 * Two statements and not one with CASE expressions: the common one is cheaper, and a cluster allows no clock in a CASE.
 */
const tryInTurn =
  (ended: Transition, again: Transition): Transition =>
  async () => {
    const rows = await ended()
    return rows.length > 0 ? rows : await again()
  }

const markDone = buildTransition<Completed>(
  (params) => ({
    state: 'done',
    cursor: sql<number>`${params.steps}::int`,
    total: sql<number>`${params.steps}::int`,
    checkpoint: sql<string>`'{}'::jsonb`,
    result: sql<string>`${params.result}::jsonb`,
    error_category: sql<string | null>`${params.category}::text`,
    attempts: 0,
    waiting_since: null,
    finished_at: transactionTimestamp,
  }),
  isAllHandled,
)

/** Begins the job again for the request that has not been attempted; after a failure it pauses first. */
const restart = buildTransition<{ category: ErrorCategory | null; pauseMs: number }>(
  (params) => ({
    state: 'pending',
    run_began_at: null,
    cursor: 0,
    total: null,
    checkpoint: sql<string>`'{}'::jsonb`,
    error_category: sql<string | null>`${params.category}::text`,
    attempts: 0,
    waiting_since: null,
    next_run_at: addPause(params, transactionTimestamp),
    queued_at: addPause(params, statementTimestamp),
  }),
  isAskedAgain,
)

/** Ends a failed slice: progress stays and the job backs off; after the last attempt, or with `forGood`, it fails. */
export function failJob(
  db: Kysely<DB>,
  job: ClaimedJob,
  category: ErrorCategory,
  { forGood = false } = {},
): Transition {
  if (forGood || job.attempts >= attemptsMax) return giveUp(db, job, category)
  return backOff(db, job, { category, pauseMs: computeRetryDelayMs(job.attempts) })
}

const backOff = buildTransition<{ category: ErrorCategory; pauseMs: number }>((params) => ({
  error_category: sql<string>`${params.category}::text`,
  next_run_at: addPause(params, transactionTimestamp),
  queued_at: addPause(params, statementTimestamp),
}))

/** Fails the job with its progress, for an operator to retry. */
function giveUp(db: Kysely<DB>, job: ClaimedJob, category: ErrorCategory, progress: Partial<ProgressParams> = {}) {
  const { cursor = null, total = null, checkpoint = null } = progress
  const failed = markFailed(db, job, { category, cursor, total, checkpoint })
  return tryInTurn(failed, restart(db, job, { category, pauseMs: computeRetryDelayMs(1) }))
}

/** Without progress of its own: the row's, because a checkpoint may have recorded an external start in the slice. */
const markFailed = buildTransition<{
  category: ErrorCategory
  cursor: number | null
  total: number | null
  checkpoint: string | null
}>(
  ({ category, cursor, total, checkpoint }) => ({
    state: 'failed',
    error_category: sql<string>`${category}::text`,
    finished_at: transactionTimestamp,
    waiting_since: null,
    cursor: sql<number>`coalesce(${cursor}::int, cursor)`,
    total: sql<number | null>`case when ${checkpoint}::jsonb is null then total else ${total}::int end`,
    checkpoint: sql<string>`coalesce(${checkpoint}::jsonb, checkpoint)`,
  }),
  isAllHandled,
)

/** Releases the job as if it had not been claimed: the service stops, which is no failure of the job. */
export const releaseJob = (db: Kysely<DB>, job: ClaimedJob): Transition => releaseStatement(db, job, {})

const releaseStatement = buildTransition<object>(() => ({
  attempts: sql<number>`attempts - 1`,
  updated_at: sql<Date | null>`updated_at`,
}))

/** Executes a transition. */
export async function applyTransition(statement: Transition): Promise<SliceEnding> {
  const [row] = await statement()
  return row === undefined ? 'lease_lost' : endings[row.state]
}

const endings = { pending: 'continues', waiting: 'waits', done: 'done', failed: 'failed' } as const

/** A transition ready to be executed by `applyTransition`. */
export type Transition = () => Promise<{ state: keyof typeof endings }[]>

/** Identifies the job and the lease under which it was claimed. */
type HeldLease = { artistId: string; id: string; leaseToken: string }

/** Builds a transition: writes `columns` and releases the lease, where `onlyWhere` holds too. */
function buildTransition<Params extends object>(
  columns: (params: Params) => Columns,
  onlyWhere: RawBuilder<boolean> = sql`true`,
) {
  const update = prepareQuery<HeldLease & Params, { state: keyof typeof endings }>((db, params) =>
    db
      .updateTable('artist_research_jobs')
      .set({ updated_at: transactionTimestamp, ...columns(params), lease_token: null, leased_until: null })
      .where('artist_id', '=', params.artistId)
      .where('id', '=', params.id)
      .where('lease_token', '=', params.leaseToken)
      .where(isLeased)
      .where(onlyWhere)
      .returning('state')
      .compile(),
  )
  return (db: Kysely<DB>, job: ClaimedJob, more: Params): Transition => {
    const params = { artistId: job.artist_id, id: job.id, leaseToken: job.lease_token, ...more }
    return () => runQuery(db, update(params))
  }
}

/** Progress as parameters of its statement. */
type ProgressParams = { cursor: number; total: number | null; checkpoint: string }

const toParams = ({ cursor, total, checkpoint }: CheckpointedProgress): ProgressParams => ({
  cursor,
  total,
  checkpoint: JSON.stringify(checkpoint),
})

// Cast explicitly, or the server checks each against its column's domain twice: as a parameter and as a stored value.
const buildAdvancedColumns = ({ cursor, total, checkpoint }: ProgressParams) => ({
  cursor: sql<number>`${cursor}::int`,
  total: sql<number | null>`${total}::int`,
  checkpoint: sql<string>`${checkpoint}::jsonb`,
  attempts: 0,
  error_category: null,
})

const addPause = ({ pauseMs }: { pauseMs: number }, from: RawBuilder<Date>) =>
  sql<Date>`${from} + ${pauseMs} * interval '1 millisecond'`
