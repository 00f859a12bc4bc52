import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** An artist's newest jobs that stay, ended or not: more than a person pages through. */
const retainedPerArtist = 200

/**
 * Hours that an ended job stays in any case. Question research repeats a result for half an hour and counts the new
 * jobs of a day, cooldowns count half an hour, and a caller reads how its job ended.
 */
const retentionHours = 48

/** Jobs that one call removes at most: about ten milliseconds. */
const jobsMax = 500

/**
 * Removes an artist's jobs that ended long ago, the oldest first. Called after slices of the artist, since an artist
 * without slices has no new jobs; by the index of the research status, so that no index is written when a job ends.
 * @returns number of removed jobs
 */
export async function pruneEndedJobs(db: Kysely<DB>, artistId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from artist_research_jobs as job
    using (
      select id from artist_research_jobs
      where artist_id = ${artistId} and id < (
        select id from artist_research_jobs where artist_id = ${artistId}
        order by id desc limit 1 offset ${retainedPerArtist - 1}
      )
      order by id limit ${jobsMax}
    ) as old
    where job.artist_id = ${artistId} and job.id = old.id
      and job.finished_at < now() - ${retentionHours} * interval '1 hour'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
