import { Kysely, type QueryCreator, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { runQuery } from '#src/database/query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import { clockTimestamp, transactionTimestamp } from './due-jobs.ts'
import type { ErrorCategory } from './kinds.ts'
import { attemptsMax, computeRetryDelayMs, waitingMaxMs } from './limits.ts'

/**
 * Every transition of a job at the end of a slice. Each is conditional on the lease (fencing): a worker that was paused
 * past its lease, or whose job was claimed again, writes nothing and gets `lease_lost`. Results of the slice are
 * written in the same transaction, so result, cursor and checkpoint commit together or not at all.
 */

/** The job's state after a slice; `lease_lost` when the lease was no longer valid and nothing was written. */
export type SliceEnding = 'continues' | 'waits' | 'done' | 'failed' | 'lease_lost'

type Columns = UpdateObject<DB, 'artist_research_jobs'>

/** Progress: `cursor` of `total` steps (null while unknown), and the state that the next slice needs. */
export type CheckpointedProgress = { cursor: number; total: number | null; checkpoint: { [name: string]: JsonValue } }

/** Whether the job may still wait. A slice of one that may not should end it with a better result than `timed_out`. */
export const mayWait = ({ kind, waited_ms }: ClaimedJob) => (waited_ms ?? 0) < waitingMaxMs[kind]

/** Ends a slice with more to do: the job stays due, after the jobs of its artist that were queued during the slice. */
export const continueJob = (qc: QueryCreator<DB>, job: ClaimedJob, progress: CheckpointedProgress): Transition =>
  continueStatement(qc, job, toParams(progress))

const continueStatement = buildTransition<ProgressParams>((params) => ({
  ...advancedColumns(params),
  state: 'pending',
  waiting_since: null,
  queued_at: clockTimestamp,
}))

/**
 * Ends a slice that waits for an external run; the job is due again after `pollMs` milliseconds and at the latest when
 * its waiting time is over. A job that has waited for as long as its kind may fails with `timed_out`: no kind may wait
 * for ever. Progress is saved in either case.
 */
export function snoozeJob(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  progress: CheckpointedProgress,
  pollMs: number,
): Transition {
  if (!mayWait(job)) return giveUpWithProgress(qc, job, { ...toParams(progress), ...retryParams('timed_out') })
  const leftMs = waitingMaxMs[job.kind] - (job.waited_ms ?? 0)
  return snoozeStatement(qc, job, { ...toParams(progress), pauseMs: Math.ceil(Math.min(pollMs, leftMs)) })
}

const snoozeStatement = buildTransition<ProgressParams & { pauseMs: number }>((params) => ({
  ...advancedColumns(params),
  state: 'waiting',
  waiting_since: sql<Date>`coalesce(waiting_since, ${transactionTimestamp})`,
  next_run_at: afterPause(params, transactionTimestamp),
  queued_at: afterPause(params, clockTimestamp),
}))

type Result = {
  steps: number
  result?: { [name: string]: JsonValue }
  /** Why the job ended without doing its work. */
  errorCategory?: ErrorCategory
}

/** `again` when a request came in since the run began, for which the job runs once more; else `otherwise`. */
const rerunOr = <T>(again: RawBuilder<T>, otherwise: RawBuilder<unknown>) =>
  sql<T>`case when requests > requests_handled then ${again} else ${otherwise} end`

/** Ends the job, or requeues it from the beginning when a request came in since the run began. */
export function completeJob(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  { steps, result = {}, errorCategory }: Result,
): Transition {
  const params = { steps, result: JSON.stringify(result), category: errorCategory ?? null }
  const completed = completeStatement(qc, job, params)
  if (!(qc instanceof Kysely)) return completed
  // Tried first because it is the common case, and cheaper to execute than the CASE expressions.
  const done = doneStatement(qc, job, params)
  return async () => {
    const ended = await done()
    return ended.length > 0 ? ended : await completed()
  }
}

type Completed = { steps: number; result: string; category: ErrorCategory | null }

const steps = ({ steps }: Completed) => sql<number>`${steps}::int`

const withResult = (params: Completed) => ({
  checkpoint: sql<string>`'{}'::jsonb`,
  result: sql<string>`${params.result}::jsonb`,
  error_category: sql<string | null>`${params.category}::text`,
  attempts: 0,
  waiting_since: null,
  next_run_at: transactionTimestamp,
})

const completeStatement = buildTransition<Completed>((params) => ({
  ...withResult(params),
  state: rerunOr<string>(sql`'pending'`, sql`'done'`),
  finished_at: rerunOr<Date | null>(sql`null`, transactionTimestamp),
  run_began_at: rerunOr<Date | null>(sql`null`, sql`run_began_at`),
  cursor: rerunOr<number>(sql`0`, steps(params)),
  total: rerunOr<number | null>(sql`null`, steps(params)),
  queued_at: rerunOr<Date>(clockTimestamp, transactionTimestamp),
}))

const doneStatement = buildTransition<Completed>(
  (params) => ({
    ...withResult(params),
    ...{
      state: 'done',
      finished_at: transactionTimestamp,
      cursor: steps(params),
      total: steps(params),
      queued_at: transactionTimestamp,
    },
  }),
  sql`requests = requests_handled`,
)

/** Ends a failed slice: progress stays and the job pauses; after the last attempt, or with `forGood`, it fails. */
export function failJob(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  category: ErrorCategory,
  { forGood = false } = {},
): Transition {
  if (forGood || job.attempts >= attemptsMax) return giveUp(qc, job, retryParams(category))
  return failStatement(qc, job, { category, pauseMs: computeRetryDelayMs(job.attempts) })
}

const failStatement = buildTransition<RetryParams>((params) => ({
  error_category: sql<string>`${params.category}::text`,
  next_run_at: afterPause(params, transactionTimestamp),
  queued_at: afterPause(params, clockTimestamp),
}))

/**
 * Fails the job with its progress, for an operator to retry; or, when a request came in since the run began, requeues
 * it from the beginning after a pause, since that request has not been attempted.
 */
const failedColumns = (params: Lease & RetryParams, columns: ProgressSql): Columns => ({
  state: rerunOr<string>(sql`'pending'`, sql`'failed'`),
  error_category: sql<string>`${params.category}::text`,
  finished_at: rerunOr<Date | null>(sql`null`, transactionTimestamp),
  waiting_since: null,
  run_began_at: rerunOr<Date | null>(sql`null`, sql`run_began_at`),
  cursor: rerunOr<number>(sql`0`, columns.cursor),
  total: rerunOr<number | null>(sql`null`, columns.total),
  checkpoint: rerunOr<string>(sql`'{}'::jsonb`, columns.checkpoint),
  attempts: rerunOr<number>(sql`0`, sql`attempts`),
  next_run_at: rerunOr<Date>(afterPause(params, transactionTimestamp), sql`next_run_at`),
  queued_at: rerunOr<Date>(afterPause(params, clockTimestamp), sql`queued_at`),
})

const giveUpWithProgress = buildTransition<ProgressParams & RetryParams>((params) =>
  failedColumns(params, progressColumns(params)),
)
// Without progress of its own: the row's, because a checkpoint may have recorded an external start during the slice.
const giveUp = buildTransition<RetryParams>((params) =>
  failedColumns(params, { cursor: sql`cursor`, total: sql`total`, checkpoint: sql`checkpoint` }),
)

/** Releases the job as if it had not been claimed: the service stops, which is no failure of the job. */
export const releaseJob = (qc: QueryCreator<DB>, job: ClaimedJob): Transition => releaseStatement(qc, job, {})

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
type Lease = { artistId: string; id: string; leaseToken: string }

/**
 * Builds a transition: writes `columns` and releases the lease, where `onlyWhere` holds too. `clock_timestamp()`, since
 * a transaction that waited for the row's lock began before its lease expired.
 */
function buildTransition<Params extends object>(
  columns: (params: Lease & Params) => Columns,
  onlyWhere: RawBuilder<boolean> = sql`true`,
) {
  const update = (qc: QueryCreator<DB>, params: Lease & Params) =>
    qc
      .updateTable('artist_research_jobs')
      .set({ updated_at: transactionTimestamp, ...columns(params), lease_token: null, leased_until: null })
      .where('artist_id', '=', params.artistId)
      .where('id', '=', params.id)
      .where('lease_token', '=', params.leaseToken)
      .where(sql<boolean>`leased_until > clock_timestamp()`)
      .where(onlyWhere)
      .returning('state')
      .$narrowType<{ state: keyof typeof endings }>()
  const compiled = prepareQuery<Lease & Params, { state: keyof typeof endings }>((db, params) =>
    update(db, params).compile(),
  )
  return (qc: QueryCreator<DB>, job: ClaimedJob, more: Params): Transition => {
    const params = { artistId: job.artist_id, id: job.id, leaseToken: job.lease_token, ...more }
    // Inside a WITH list of another statement the text varies, so it is not prepared.
    return () => (qc instanceof Kysely ? runQuery(qc, compiled(params)) : update(qc, params).execute())
  }
}

/** Progress as parameters of its statement. */
type ProgressParams = { cursor: number; total: number | null; checkpoint: string }

const toParams = ({ cursor, total, checkpoint }: CheckpointedProgress): ProgressParams => ({
  cursor,
  total,
  checkpoint: JSON.stringify(checkpoint),
})

type ProgressSql = { [Column in keyof ProgressParams]: RawBuilder<unknown> }

// Cast explicitly, or the server checks each against its column's domain twice: as a parameter and as a stored value.
const progressColumns = ({ cursor, total, checkpoint }: ProgressParams) => ({
  cursor: sql<number>`${cursor}::int`,
  total: sql<number | null>`${total}::int`,
  checkpoint: sql<string>`${checkpoint}::jsonb`,
})

const advancedColumns = (params: ProgressParams) => ({ ...progressColumns(params), attempts: 0, error_category: null })

/** The failure's category and the pause before the next attempt. */
type RetryParams = { category: ErrorCategory; pauseMs: number }

const retryParams = (category: ErrorCategory): RetryParams => ({ category, pauseMs: computeRetryDelayMs(1) })

const afterPause = ({ pauseMs }: { pauseMs: number }, from: RawBuilder<Date>) =>
  sql<Date>`${from} + ${pauseMs} * interval '1 millisecond'`
