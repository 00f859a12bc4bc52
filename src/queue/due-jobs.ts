import { type RawBuilder, sql } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import type { JobKind } from './kinds.ts'

/**
 * Fairness between artists: a job's position is `queued_at`, and workers serve artists round-robin (./rotation.ts), so
 * a new artist waits for at most one slice of each other one. The rotation is only a hint in each process's memory; the
 * claim's own condition decides, so a stale process claims later, never wrongly.
 */

/** Now in whole milliseconds, the precision that the API shows. Inside a transaction: when it began. */
export const transactionTimestamp = sql<Date>`date_trunc('milliseconds', now())`

/**
 * The queue position of a job that joins. Not the start of the transaction: polls allow only for the time from the
 * write to the commit, not for what came before it.
 */
export const clockTimestamp = sql<Date>`clock_timestamp()`

/** `clockTimestamp` for an update: a cluster sets no column by a volatile function. */
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

/**
 * Literals and not parameters, so that the planner uses the partial index: by artist (`artist_research_jobs_due`) or by
 * position (`artist_research_jobs_queue`); two wordings, so that it can never use the other one. `greatest` ignores
 * null, and hides the comparisons from the planner, which would expect no rows in a table that is not analyzed yet.
 */
export const isDue = sql<boolean>`finished_at is null and greatest(next_run_at, leased_until) <= now() and ${isNotPaused}`
export const isDueByPosition = sql<boolean>`state in ('pending', 'waiting')
  and next_run_at <= now() and (leased_until is null or leased_until <= now()) and ${isNotPaused}`

/**
 * True unless the exception holds, in a form that makes the planner estimate the exception as rare. If it expected few
 * remaining jobs, it would sort all of the artist's jobs instead of stopping at the first one in the index.
 */
const excludeRare = (exception: RawBuilder<boolean>) => sql<boolean>`nullif(${exception}, true) is not null`

/**
 * `isDue` of one artist's jobs. The pauses of one artist are one short list; two hashed lists make a claim an
 * eighth slower (DECISIONS.md).
 */
export const isDueForArtist = (
  artistId: RawBuilder<unknown>,
) => sql<boolean>`finished_at is null and artist_id = ${artistId}
  and ${excludeRare(sql`greatest(next_run_at, leased_until) > now()`)}
  and ${excludeRare(sql`kind = any (array(select kind from job_pauses where artist_id in (${artistId}, ${sql.lit(everyArtist)})))`)}`

/** One of these kinds. `array_position`, because the planner makes no estimate for it. */
export const hasKind = (kinds: readonly JobKind[] | undefined) =>
  sql<boolean>`array_position(${kinds}::text[], kind) is not null`
