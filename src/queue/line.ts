import { type RawBuilder, sql } from 'kysely'

/*
 * The line of due jobs, and why it is fair between artists (the first job of one never waits for the thousand of another).
 *
 * Jobs are claimed in the order of `turn_at`. Of each artist only one due job stands in the line proper, its place being the
 * artist's last turn, or the moment it came when it had no other. The rest stand behind it, each ten minutes further on. A claim of
 * the one moves the next of them up, to the present: behind everybody who waits, and so the artists take turns, whatever the
 * number of their jobs. One that comes anew waits for at most one slice of each other artist.
 *
 * All of it lives in the order of one index. A claim reads the first entry and writes at most two rows; there is no second table
 * that could disagree with the jobs. And it is an order only, never a condition: where nobody else waits, a job far behind is claimed
 * at once, and one that a race has left behind is reached by the passing of time.
 */

/** The present in whole milliseconds, as the columns hold it. Inside a transaction: its beginning. */
export const present = sql<Date>`date_trunc('milliseconds', now())`

/**
 * Ten minutes: time must not reach the places behind while an artist still gets its turns, and a slice a minute is already a
 * poor turn; yet a place that nobody moved up must be reached the same day.
 */
const apart = sql`interval '10 minutes'`

/** The place of a job from `from` on: there, or behind those of its artist that may run by then, or now, as well. */
export const placeInLine = (job: { artistId: string; id: string }, from: RawBuilder<Date> = sql`now()`) => sql<Date>`
  greatest(${from}, (
    select max(other.turn_at) + ${apart} from artist_research_jobs as other
    where other.artist_id = ${job.artistId} and other.id <> ${job.id} and other.state in ('pending', 'waiting')
      and other.next_run_at <= greatest(now(), ${from}) and (other.leased_until is null or other.leased_until <= now())
  ))`
