import { type QueryCreator, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import type { ErrorCategory } from './kinds.ts'
import { attemptsMax, pauseAfter, waitingMaxMs } from './limits.ts'
import { placeInLine, present } from './line.ts'

/*
 * Every way in which a slice ends. Each is one statement that holds only under the lease the job was claimed with: a worker
 * that was paused past its lease, or whose job was taken over, writes nothing and is told `lease_lost`. What a slice has made is
 * written in the same transaction, so result, cursor and checkpoint are kept together or not at all.
 */

/** Where a job stands after a slice; `lease_lost` when the slice was not its own any more and nothing was written. */
export type Ending = 'continues' | 'waits' | 'done' | 'failed' | 'lease_lost'

type Columns = UpdateObject<DB, 'artist_research_jobs'>

/** How far the job is: `cursor` of `total` steps, `total` null while it is not known, and what the next slice needs to know. */
export type Place = { cursor: number; total: number | null; checkpoint: { [name: string]: JsonValue } }

/** Whether a slice may leave its job waiting; where it may not, it can end better than by being given up. */
export const mayWait = ({ kind, waited_ms }: ClaimedJob) => (waited_ms ?? 0) < waitingMaxMs[kind]

/** Ends a slice with more to do: the job stays due, and its artist's turn was when the slice began. */
export const continuing = (qc: QueryCreator<DB>, job: ClaimedJob, place: Place) =>
  ending(qc, job, {
    ...columnsOf(place),
    state: 'pending',
    waiting_since: null,
    turn_at: placeInLine({ artistId: job.artist_id, id: job.id }, sql`${job.claimed_at}::timestamptz`),
  })

/**
 * Ends a slice that can go on only when something outside has moved, to be asked again after `pollMs` milliseconds and at the latest when
 * its time to wait is over. A job that has waited for as long as its kind may is given up instead, `timed_out`: no kind can keep one
 * waiting for ever. Where the job stands is kept in either case.
 */
export function waiting(qc: QueryCreator<DB>, job: ClaimedJob, place: Place, pollMs: number) {
  if (!mayWait(job)) return ending(qc, job, givenUp(job, 'timed_out', place))
  const leftMs = waitingMaxMs[job.kind] - (job.waited_ms ?? 0)
  const then = sql<Date>`${present} + ${Math.min(pollMs, leftMs)} * interval '1 millisecond'`
  return ending(qc, job, {
    ...columnsOf(place),
    state: 'waiting',
    waiting_since: sql<Date>`coalesce(waiting_since, ${present})`,
    next_run_at: then,
    turn_at: placeInLine({ artistId: job.artist_id, id: job.id }, then),
  })
}

type Result = {
  steps: number
  result?: { [name: string]: JsonValue }
  /** Why nothing could be done, where the job ended without doing its work. */
  errorCategory?: ErrorCategory
}

/** The one where more was asked for since the run began, for which the job runs once more; else the other. */
const onceMoreOr = <T>(again: RawBuilder<T>, otherwise: RawBuilder<unknown>) =>
  sql<T>`case when requests > requests_begun then ${again} else ${otherwise} end`

/** Ends the job; or, when more was asked for since its run began, puts it back to run once more from the beginning. */
export function completing(qc: QueryCreator<DB>, job: ClaimedJob, { steps, result = {}, errorCategory }: Result) {
  return ending(qc, job, {
    state: onceMoreOr<string>(sql`'pending'`, sql`'done'`),
    finished_at: onceMoreOr<Date | null>(sql`null`, present),
    run_began_at: onceMoreOr<Date | null>(sql`null`, sql`run_began_at`),
    cursor: onceMoreOr<number>(sql`0`, sql`${steps}::int`),
    total: onceMoreOr<number | null>(sql`null`, sql`${steps}::int`),
    checkpoint: '{}',
    result: JSON.stringify(result),
    error_category: errorCategory ?? null,
    attempts: 0,
    waiting_since: null,
    next_run_at: present,
    turn_at: onceMoreOr<Date>(placeInLine({ artistId: job.artist_id, id: job.id }), present),
  })
}

/** Ends a slice that failed: the job keeps its place and pauses, or is given up after its last attempt or when told so. */
export function failing(qc: QueryCreator<DB>, job: ClaimedJob, category: ErrorCategory, { forGood = false } = {}) {
  if (forGood || job.attempts >= attemptsMax) return ending(qc, job, givenUp(job, category))
  const then = afterPause(job.attempts)
  return ending(qc, job, {
    error_category: category,
    next_run_at: then,
    turn_at: placeInLine({ artistId: job.artist_id, id: job.id }, then),
  })
}

/**
 * Gives a job up where it stands, for an operator to retry; or, when more was asked for since its run began, lets it run once more from
 * the beginning, after a pause: that request was for a work that nobody has tried yet.
 */
function givenUp(job: ClaimedJob, category: ErrorCategory, place?: Place): Columns {
  const then = afterPause(1)
  // Without a place it is the row's own: what is about to be sent outside was recorded there in the middle of the slice.
  const stands =
    place === undefined ? { cursor: sql`cursor`, total: sql`total`, checkpoint: sql`checkpoint` } : placed(place)
  return {
    state: onceMoreOr<string>(sql`'pending'`, sql`'failed'`),
    error_category: category,
    finished_at: onceMoreOr<Date | null>(sql`null`, present),
    waiting_since: null,
    run_began_at: onceMoreOr<Date | null>(sql`null`, sql`run_began_at`),
    cursor: onceMoreOr<number>(sql`0`, stands.cursor),
    total: onceMoreOr<number | null>(sql`null`, stands.total),
    checkpoint: onceMoreOr<string>(sql`'{}'::jsonb`, stands.checkpoint),
    attempts: onceMoreOr<number>(sql`0`, sql`attempts`),
    next_run_at: onceMoreOr<Date>(then, sql`next_run_at`),
    turn_at: onceMoreOr<Date>(placeInLine({ artistId: job.artist_id, id: job.id }, then), sql`turn_at`),
  }
}

const placed = ({ cursor, total, checkpoint }: Place) => ({
  cursor: sql`${cursor}::int`,
  total: sql`${total}::int`,
  checkpoint: sql`${JSON.stringify(checkpoint)}::jsonb`,
})

const afterPause = (failures: number) => sql<Date>`${present} + ${pauseAfter(failures)} * interval '1 millisecond'`

/** Gives a job back untouched, as if it had not been claimed: the service stops, which is no fault of the job. */
export const releasing = (qc: QueryCreator<DB>, job: ClaimedJob) =>
  ending(qc, job, { attempts: sql<number>`attempts - 1`, updated_at: sql<Date | null>`updated_at` })

/** What one of the statements above has brought about. */
export async function endingOf(statement: ReturnType<typeof ending>): Promise<Ending> {
  const row = await statement.executeTakeFirst()
  return row === undefined ? 'lease_lost' : endings[row.state]
}

const endings = { pending: 'continues', waiting: 'waits', done: 'done', failed: 'failed' } as const

/**
 * Writes the ending and gives up the lease. The clock is read while the row is held, not at the beginning of a transaction
 * that may have waited for it.
 */
const ending = (qc: QueryCreator<DB>, job: ClaimedJob, columns: Columns) =>
  qc
    .updateTable('artist_research_jobs')
    .set({ updated_at: present, ...columns, lease_token: null, leased_until: null })
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .where(sql<boolean>`leased_until > clock_timestamp()`)
    .returning('state')
    .$narrowType<{ state: keyof typeof endings }>()

const columnsOf = ({ cursor, total, checkpoint }: Place) => ({
  cursor,
  total,
  checkpoint: JSON.stringify(checkpoint),
  attempts: 0,
  error_category: null,
})
