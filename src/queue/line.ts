import { sql } from 'kysely'

/*
 * The line of due jobs, and why it is fair between artists (the first job of one never waits for the thousand of another).
 *
 * Jobs lie in one index, by artist and then by the moment from which they may run. Whoever claims walks from artist to artist, takes
 * of each the job that has been due longest, and begins again with the first artist behind the last (./walk.ts). So the artists take turns,
 * whatever the number of their jobs, and one that comes anew waits for at most one slice of each other artist. A job that goes on
 * is due from the end of its slice, behind those of its artist that were due meanwhile, and so the jobs of an artist take turns as well.
 *
 * No place in the line is written anywhere: a claim writes the claimed row and nothing else, and nothing can disagree with the jobs.
 */

/** From when a job may run that may run at once: the present in microseconds. Inside a transaction: its beginning. */
export const atOnce = sql<Date>`now()`

/** The same in whole milliseconds, as columns hold it that are told. */
export const present = sql<Date>`date_trunc('milliseconds', now())`

/** What may be claimed now. In words and not as parameters: PostgreSQL has to see that this is the index's condition. */
export const due = sql<boolean>`state in ('pending', 'waiting') and next_run_at <= now()
  and (leased_until is null or leased_until <= now())`
