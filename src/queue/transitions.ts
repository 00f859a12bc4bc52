import { Kysely, type QueryCreator, type RawBuilder, sql, type UpdateObject } from 'kysely'
import { ask } from '#src/database/ask.ts'
import type { JsonValue } from '#src/database/json.ts'
import { statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import { clockTimestamp, transactionTimestamp } from './due-jobs.ts'
import type { ErrorCategory } from './kinds.ts'
import { attemptsMax, computeRetryDelayMs, waitingMaxMs } from './limits.ts'

/*
 * Every way in which a slice ends. Whatever is sent for one holds only under the lease the job was claimed with: a
 * worker that was paused past its lease, or whose job was taken over, writes nothing and is told `lease_lost`. What a
 * slice has made is written in the same transaction, so result, cursor and checkpoint are kept together or not at all.
 */

/** Where a job stands after a slice; `lease_lost` when the slice was not its own any more and nothing was written. */
export type SliceEnding = 'continues' | 'waits' | 'done' | 'failed' | 'lease_lost'

type Columns = UpdateObject<DB, 'artist_research_jobs'>

/**
 * How far the job is: `cursor` of `total` steps, `total` null while it is not known, and what the next slice needs to
 * know.
 */
export type CheckpointedProgress = { cursor: number; total: number | null; checkpoint: { [name: string]: JsonValue } }

/** Whether a slice may leave its job waiting; where it may not, it can end better than by being given up. */
export const mayWait = ({ kind, waited_ms }: ClaimedJob) => (waited_ms ?? 0) < waitingMaxMs[kind]

/** Ends a slice with more to do: the job stays due, behind those of its artist that have come meanwhile. */
export const continueJob = (qc: QueryCreator<DB>, job: ClaimedJob, place: CheckpointedProgress): Transition =>
  continueStatement(qc, job, written(place))

const continueStatement = ending<Written>((given) => ({
  ...moved(given),
  state: 'pending',
  waiting_since: null,
  queued_at: clockTimestamp,
}))

/**
 * Ends a slice that can go on only when something outside has moved, to be asked again after `pollMs` milliseconds and
 * at the latest when its time to wait is over. A job that has waited for as long as its kind may is given up instead,
 * `timed_out`: no kind can keep one waiting for ever. Where the job stands is kept in either case.
 */
export function snoozeJob(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  place: CheckpointedProgress,
  pollMs: number,
): Transition {
  if (!mayWait(job)) return givingUpAt(qc, job, { ...written(place), ...afterwards('timed_out') })
  const leftMs = waitingMaxMs[job.kind] - (job.waited_ms ?? 0)
  return snoozeStatement(qc, job, { ...written(place), pauseMs: Math.ceil(Math.min(pollMs, leftMs)) })
}

const snoozeStatement = ending<Written & { pauseMs: number }>((given) => ({
  ...moved(given),
  state: 'waiting',
  waiting_since: sql<Date>`coalesce(waiting_since, ${transactionTimestamp})`,
  next_run_at: afterPause(given, transactionTimestamp),
  queued_at: afterPause(given, clockTimestamp),
}))

type Result = {
  steps: number
  result?: { [name: string]: JsonValue }
  /** Why nothing could be done, where the job ended without doing its work. */
  errorCategory?: ErrorCategory
}

/** The one where more was asked for since the run began, for which the job runs once more; else the other. */
const rerunOr = <T>(again: RawBuilder<T>, otherwise: RawBuilder<unknown>) =>
  sql<T>`case when requests > requests_handled then ${again} else ${otherwise} end`

/** Ends the job; or, when more was asked for since its run began, puts it back to run once more from the beginning. */
export function completeJob(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  { steps, result = {}, errorCategory }: Result,
): Transition {
  const given = { steps, result: JSON.stringify(result), category: errorCategory ?? null }
  const completed = completeStatement(qc, job, given)
  if (!(qc instanceof Kysely)) return completed
  // Mostly nothing was, which the database has less to do to write than to find out.
  const done = doneStatement(qc, job, given)
  return async () => {
    const ended = await done()
    return ended.length > 0 ? ended : await completed()
  }
}

type Completed = { steps: number; result: string; category: ErrorCategory | null }

const steps = ({ steps }: Completed) => sql<number>`${steps}::int`

const withResult = (given: Completed) => ({
  checkpoint: sql<string>`'{}'::jsonb`,
  result: sql<string>`${given.result}::jsonb`,
  error_category: sql<string | null>`${given.category}::text`,
  attempts: 0,
  waiting_since: null,
  next_run_at: transactionTimestamp,
})

const completeStatement = ending<Completed>((given) => ({
  ...withResult(given),
  state: rerunOr<string>(sql`'pending'`, sql`'done'`),
  finished_at: rerunOr<Date | null>(sql`null`, transactionTimestamp),
  run_began_at: rerunOr<Date | null>(sql`null`, sql`run_began_at`),
  cursor: rerunOr<number>(sql`0`, steps(given)),
  total: rerunOr<number | null>(sql`null`, steps(given)),
  queued_at: rerunOr<Date>(clockTimestamp, transactionTimestamp),
}))

const doneStatement = ending<Completed>(
  (given) => ({
    ...withResult(given),
    ...{
      state: 'done',
      finished_at: transactionTimestamp,
      cursor: steps(given),
      total: steps(given),
      queued_at: transactionTimestamp,
    },
  }),
  sql`requests = requests_handled`,
)

/**
 * Ends a slice that failed: the job keeps its place and pauses, or is given up after its last attempt or when told so.
 */
export function failJob(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  category: ErrorCategory,
  { forGood = false } = {},
): Transition {
  if (forGood || job.attempts >= attemptsMax) return givingUp(qc, job, afterwards(category))
  return failStatement(qc, job, { category, pauseMs: computeRetryDelayMs(job.attempts) })
}

const failStatement = ending<Afterwards>((given) => ({
  error_category: sql<string>`${given.category}::text`,
  next_run_at: afterPause(given, transactionTimestamp),
  queued_at: afterPause(given, clockTimestamp),
}))

/*
 * Gives a job up where it stands, for an operator to retry; or, when more was asked for since its run began, lets it
 * run once more from the beginning, after a pause: that request was for a work that nobody has tried yet.
 */
const givenUp = (given: Lease & Afterwards, stands: Stands): Columns => ({
  state: rerunOr<string>(sql`'pending'`, sql`'failed'`),
  error_category: sql<string>`${given.category}::text`,
  finished_at: rerunOr<Date | null>(sql`null`, transactionTimestamp),
  waiting_since: null,
  run_began_at: rerunOr<Date | null>(sql`null`, sql`run_began_at`),
  cursor: rerunOr<number>(sql`0`, stands.cursor),
  total: rerunOr<number | null>(sql`null`, stands.total),
  checkpoint: rerunOr<string>(sql`'{}'::jsonb`, stands.checkpoint),
  attempts: rerunOr<number>(sql`0`, sql`attempts`),
  next_run_at: rerunOr<Date>(afterPause(given, transactionTimestamp), sql`next_run_at`),
  queued_at: rerunOr<Date>(afterPause(given, clockTimestamp), sql`queued_at`),
})

const givingUpAt = ending<Written & Afterwards>((given) => givenUp(given, placed(given)))
// Without a place it is the row's own: what is about to be sent outside was recorded there in the middle of the slice.
const givingUp = ending<Afterwards>((given) =>
  givenUp(given, { cursor: sql`cursor`, total: sql`total`, checkpoint: sql`checkpoint` }),
)

/** Gives a job back untouched, as if it had not been claimed: the service stops, which is no fault of the job. */
export const releaseJob = (qc: QueryCreator<DB>, job: ClaimedJob): Transition => releaseStatement(qc, job, {})

const releaseStatement = ending<object>(() => ({
  attempts: sql<number>`attempts - 1`,
  updated_at: sql<Date | null>`updated_at`,
}))

/** What one of the statements above brings about. */
export async function applyTransition(statement: Transition): Promise<SliceEnding> {
  const [row] = await statement()
  return row === undefined ? 'lease_lost' : endings[row.state]
}

const endings = { pending: 'continues', waiting: 'waits', done: 'done', failed: 'failed' } as const

/** Sends the statement that ends a slice; `applyTransition` says what came of it. */
export type Transition = () => Promise<{ state: keyof typeof endings }[]>

/** What every ending is given: which job, and the lease under which it was claimed. */
type Lease = { artistId: string; id: string; leaseToken: string }

/**
 * Writes the ending and gives up the lease, where `onlyWhere` holds as well. The clock is read while the row is held,
 * not at the beginning of a transaction that may have waited for it.
 */
function ending<Given extends object>(
  columns: (given: Lease & Given) => Columns,
  onlyWhere: RawBuilder<boolean> = sql`true`,
) {
  const update = (qc: QueryCreator<DB>, given: Lease & Given) =>
    qc
      .updateTable('artist_research_jobs')
      .set({ updated_at: transactionTimestamp, ...columns(given), lease_token: null, leased_until: null })
      .where('artist_id', '=', given.artistId)
      .where('id', '=', given.id)
      .where('lease_token', '=', given.leaseToken)
      .where(sql<boolean>`leased_until > clock_timestamp()`)
      .where(onlyWhere)
      .returning('state')
      .$narrowType<{ state: keyof typeof endings }>()
  const compiled = statement<Lease & Given, { state: keyof typeof endings }>((db, given) => update(db, given).compile())
  return (qc: QueryCreator<DB>, job: ClaimedJob, more: Given): Transition => {
    const given = { artistId: job.artist_id, id: job.id, leaseToken: job.lease_token, ...more }
    // What is written together with the ending, in one statement, is another statement each time.
    return () => (qc instanceof Kysely ? ask(qc, compiled(given)) : update(qc, given).execute())
  }
}

/** A place as its statement is given it. */
type Written = { cursor: number; total: number | null; checkpoint: string }

const written = ({ cursor, total, checkpoint }: CheckpointedProgress): Written => ({
  cursor,
  total,
  checkpoint: JSON.stringify(checkpoint),
})

type Stands = { [Column in keyof Written]: RawBuilder<unknown> }

// With their own types in words, or the server would judge each by its column's domain twice: as it comes and as it is
// written.
const placed = ({ cursor, total, checkpoint }: Written) => ({
  cursor: sql<number>`${cursor}::int`,
  total: sql<number | null>`${total}::int`,
  checkpoint: sql<string>`${checkpoint}::jsonb`,
})

const moved = (given: Written) => ({ ...placed(given), attempts: 0, error_category: null })

/** Why it failed, and how long it would pause. */
type Afterwards = { category: ErrorCategory; pauseMs: number }

const afterwards = (category: ErrorCategory): Afterwards => ({ category, pauseMs: computeRetryDelayMs(1) })

const afterPause = ({ pauseMs }: { pauseMs: number }, from: RawBuilder<Date>) =>
  sql<Date>`${from} + ${pauseMs} * interval '1 millisecond'`
