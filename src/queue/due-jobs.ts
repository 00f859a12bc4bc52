import { sql } from 'kysely'
import { NIL as nilUuid } from 'uuid'

/** Now in whole milliseconds, the precision that the API shows. Inside a transaction: when it began. */
export const transactionTimestamp = sql<Date>`date_trunc('milliseconds', now())`

/**
 * The queue position of a job that joins the end of the line: when its row is written, and not when the transaction
 * began. Not `clock_timestamp`: a cluster updates no column by a volatile function.
 */
export const statementTimestamp = sql<Date>`statement_timestamp()`

/** Whether a lease is valid. Not by the start of the transaction, which may have waited for the row's lock. */
export const isLeased = sql<boolean>`leased_until > statement_timestamp()`

/** The artist of a pause that holds for every artist. */
export const everyArtist = nilUuid

/**
 * Not paused by an operator (`job_pauses`). Each list is read once by a statement and compared as a hash, where a
 * correlated subquery would be run for each job.
 */
export const isNotPaused = sql<boolean>`kind not in (select kind from job_pauses where artist_id = ${sql.lit(everyArtist)})
  and (kind, artist_id) not in (select kind, artist_id from job_pauses)`

/** Not ended: the condition of the queue's indexes, in literals, so that the planner knows them by it. */
export const isLive = sql<boolean>`state in ('pending', 'waiting')`

/**
 * Claimable now. `greatest` ignores null, and hides the comparisons from the planner, which would expect no rows in a
 * table that is not analyzed yet.
 */
export const isDue = sql<boolean>`${isLive} and greatest(next_run_at, leased_until) <= now() and ${isNotPaused}`
