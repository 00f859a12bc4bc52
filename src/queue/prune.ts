import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { randomUuidBetween } from './random-uuid.ts'

/*
 * Ended jobs are removed by walking over the artists, a few of them with each call of the scheduler. The walk reads the
 * index that research status reads, artist by artist, so it needs no index of its own, which every job's end would have
 * to write; and it touches no row that a claim or a request touches.
 */

/** Of an artist's newest jobs, ended or not, so many stay: more than a person pages through. */
const keptPerArtist = 200

/**
 * Hours for which an ended job stays in any case. Question research gives a result again for half an hour and counts
 * the new jobs of a day; cooldowns count half an hour; whoever has asked for a job wants to read how it ended.
 */
const keptHours = 48

/**
 * Artists that one call looks at, and jobs that it looks at and may remove of each: some ten milliseconds altogether.
 */
const artistsPerCall = 20
const jobsPerArtist = 500

/** Where the walk of this process is. Several processes walk on their own: each begins anywhere. */
const cursors = new WeakMap<Kysely<DB>, string>()

/**
 * Removes ended jobs of the next few artists. Called again and again it comes to every artist; the first call of a
 * process only finds out where to begin.
 * @returns how many jobs were removed
 */
export async function pruneEndedJobs(db: Kysely<DB>): Promise<number> {
  const after = cursors.get(db)
  if (after === undefined) {
    cursors.set(db, await randomStart(db))
    return 0
  }
  const artists = await listArtists(db, after)
  // Beyond the last artist the walk begins again.
  cursors.set(db, artists.length < artistsPerCall ? firstPlace : (artists.at(-1) ?? firstPlace))
  let removed = 0
  for (const artistId of artists) removed += await pruneArtist(db, artistId)
  return removed
}

const firstPlace = '00000000-0000-0000-0000-000000000000'

/** A walk that ends with its process, and begins anew with the first artist, would never come to the newest. */
async function randomStart(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    (select id from artists order by id limit 1) union all (select id from artists order by id desc limit 1)`.execute(
    db,
  )
  const [first, last] = rows
  return first === undefined || last === undefined ? firstPlace : randomUuidBetween(first.id, last.id)
}

async function listArtists(db: Kysely<DB>, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('artists')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(artistsPerCall)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * From the old end, where those are that ended long ago: beside the newest there may be any number that have just
 * ended.
 */
async function pruneArtist(db: Kysely<DB>, artistId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from artist_research_jobs as job
    using (
      select id, state, finished_at from artist_research_jobs
      where artist_id = ${artistId} and id < (
        select id from artist_research_jobs where artist_id = ${artistId}
        order by id desc limit 1 offset ${keptPerArtist - 1}
      )
      order by id limit ${jobsPerArtist}
    ) as old
    where job.artist_id = ${artistId} and job.id = old.id
      and old.state in ('done', 'failed', 'cancelled') and old.finished_at < now() - ${keptHours} * interval '1 hour'
      and job.state in ('done', 'failed', 'cancelled')`.execute(db)
  return Number(numAffectedRows ?? 0)
}
