import { sql } from 'kysely'
import type { JobKind } from './kinds.ts'

/*
 * The line of due jobs, and why it is fair between artists (the first job of one never waits for the thousand of
 * another).
 *
 * A job stands where it came: `queued_at` is the moment at which it was asked for, at which its last slice ended, or
 * until which it pauses. But it is artists who take turns: whoever claims keeps a line of those who have due jobs,
 * claims the first job of the first of them, and puts that artist at the end (./rotation.ts). So it does not matter how
 * many jobs an artist has, and one who comes anew waits for at most one slice of each other artist. The jobs of an
 * artist take turns as well: one that goes on stands behind those that came meanwhile.
 *
 * The line of artists is in the memory of each process and is only ever a hint. Who stands in it is found out by
 * looking (./due-artist-tracker.ts), and that a job is due is decided by the claim itself: a process that knows
 * nothing, or something wrong, claims later and never what it may not. So a claim writes the claimed row and nothing
 * else, and no table can disagree with the jobs.
 */

/** The present in whole milliseconds, as columns hold it that are told. Inside a transaction: its beginning. */
export const transactionTimestamp = sql<Date>`date_trunc('milliseconds', now())`

/**
 * The place of a job that joins the line. Not the beginning of a transaction: whoever looks for news reckons with what
 * a write takes until it is kept, not with what came before it in its transaction.
 */
export const clockTimestamp = sql<Date>`clock_timestamp()`

/*
 * What may be claimed now, in words and not as parameters: PostgreSQL has to see that this is the condition of an
 * index. There are two indexes, by artist (`artist_research_jobs_due`) and by place (`artist_research_jobs_queue`), and
 * each has its own words for one and the same thing, so that no plan takes the one for the other, whatever the
 * statistics say.
 *
 * By artist the rest is put so that the planner makes no guess at it: three comparisons that each keep a third, of a
 * table that was not analyzed since it filled up, leave him no rows, and then to sort all of an artist's jobs seems as
 * good as to walk through an index to the first of them.
 */
const mayRun = sql<boolean>`next_run_at <= now() and (leased_until is null or leased_until <= now())`
export const isDue = sql<boolean>`finished_at is null and coalesce(${mayRun}, false)`
export const isDueByPosition = sql<boolean>`state in ('pending', 'waiting') and ${mayRun}`

/** Of one of these kinds; with as little to guess at. */
export const hasKind = (kinds: readonly JobKind[] | undefined) =>
  sql<boolean>`array_position(${kinds}::text[], kind) is not null`
