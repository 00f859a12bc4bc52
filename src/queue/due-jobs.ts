import { sql } from 'kysely'
import type { JobKind } from './kinds.ts'

/**
 * The queue of due jobs, and why it is fair between artists: the first job of one never waits for the thousand of
 * another.
 *
 * A job's position is `queued_at`: when it was requested, when its last slice ended, or until when it pauses. Workers
 * serve artists round-robin (./rotation.ts): the first job of the next artist, which then goes to the end. So a new
 * artist waits for at most one slice of each other artist, however many jobs they have; the jobs of one artist rotate
 * likewise.
 *
 * The rotation lies in the memory of each process and is only a hint (./due-artist-tracker.ts): the claim's own
 * condition decides whether a job is due. A process with wrong or no knowledge claims later, never wrongly; a claim
 * writes only the claimed row, so no second table can disagree with the jobs.
 */

/** Now in whole milliseconds, the precision that the API shows. Inside a transaction: when it began. */
export const transactionTimestamp = sql<Date>`date_trunc('milliseconds', now())`

/**
 * The queue position of a job that joins. Not the start of the transaction: polls allow only for the time from the
 * write to the commit, not for what came before it.
 */
export const clockTimestamp = sql<Date>`clock_timestamp()`

/**
 * What may be claimed now, as literals and not parameters, so that the planner matches it to a partial index: by artist
 * (`artist_research_jobs_due`) or by position (`artist_research_jobs_queue`). The two wordings differ on purpose, so
 * that statistics can never make the planner use one index for the other's query.
 *
 * `coalesce` hides the comparisons from the planner: three of them at a third each estimate no rows in a table not yet
 * analyzed, and then sorting all of an artist's jobs looks as cheap as the index.
 */
const isRunnable = sql<boolean>`next_run_at <= now() and (leased_until is null or leased_until <= now())`

/** The artist of a pause that holds for every artist. */
export const everyArtist = '00000000-0000-0000-0000-000000000000'

/**
 * Not paused by an operator (`job_pauses`). Each list is read once by a statement and compared as a hash, where a
 * correlated subquery would be run for each job.
 */
export const isNotPaused = sql<boolean>`kind not in (select kind from job_pauses where artist_id = ${sql.lit(everyArtist)})
  and (kind, artist_id) not in (select kind, artist_id from job_pauses)`

export const isDue = sql<boolean>`finished_at is null and coalesce(${isRunnable}, false) and ${isNotPaused}`
export const isDueByPosition = sql<boolean>`state in ('pending', 'waiting') and ${isRunnable} and ${isNotPaused}`

/** One of these kinds; `array_position` for the same reason: the planner estimates nothing for it. */
export const hasKind = (kinds: readonly JobKind[] | undefined) =>
  sql<boolean>`array_position(${kinds}::text[], kind) is not null`
