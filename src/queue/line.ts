import { type RawBuilder, sql } from 'kysely'

/*
 * The line of due jobs, and why it is fair between artists (the first job of one never waits for the thousand of another).
 *
 * Jobs are claimed in the order of `turn_at`, which is the *round* of a job: a logical clock. A place is given once, when a job enters the line:
 * in the round that is being served just then, or in the one behind the last of its artist's jobs, whichever comes later. So of each artist
 * at most one job stands in a round, the artists take turns whatever the number of their jobs, and one that comes anew waits for about
 * one slice of each other artist. A claim reads the first entry and writes one row; nobody is ever moved up.
 *
 * Rounds are microseconds, for that is what the column can tell apart; with time they have nothing to do, but that a line that has run empty
 * goes on at the present. It is an order only, never a condition: where nobody else waits, a job many rounds ahead is claimed at once.
 *
 * A job without a place (`turn_at` null) is not in the line: it pauses, or has come where nobody could say which round was being served. Once it is due
 * it is given its place by whoever claims (./places.ts), and where the line is empty it is claimed without one.
 */

/** The present in whole milliseconds, as the columns hold it. Inside a transaction: its beginning. */
export const present = sql<Date>`date_trunc('milliseconds', now())`

/** From one round to the next. */
export const step = sql`interval '1 microsecond'`

/** The round that was being served (as the database writes it, for a Date would cut it off) at a moment of this process's clock. */
export type Front = { place: string; atMs: number }

/** Milliseconds for which a front is believed. Rounds pass quickly, and an artist with an old one would have all of them at once. */
const believedMs = 50

/** The round that is being served; null where nobody can say, and a job is then given its place by who claims. */
export const roundOf = (front: Front | undefined): string | null =>
  front !== undefined && performance.now() - front.atMs < believedMs ? front.place : null

/** The place of a job that is due: in the round that is being served, or behind those of its artist; none where the round is not known. */
export const placeInLine = (artistId: string, round: string | null) => sql<Date | null>`
  case when ${round}::timestamptz is not null then greatest(${round}::timestamptz, ${behindHis(sql`${artistId}`)}) end`

/** The round behind the last of the artist's jobs. */
export const behindHis = (artistId: RawBuilder<unknown>) => sql`(
    select max(other.turn_at) + ${step} from artist_research_jobs as other
    where other.artist_id = ${artistId} and other.state in ('pending', 'waiting')
  )`
