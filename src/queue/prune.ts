import { type Kysely, sql } from 'kysely'
import { NIL as nilUuid } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { generateUuidBetween } from './random-uuid.ts'

/**
 * Ended jobs are removed artist by artist, a few artists with each scheduler call. The walk uses the index of the
 * research status, so no further index is written when a job ends, and it touches no row that a claim or request
 * touches.
 */

/** An artist's newest jobs that stay, ended or not: more than a person pages through. */
const retainedPerArtist = 200

/**
 * Hours that an ended job stays in any case. Question research repeats a result for half an hour and counts the new
 * jobs of a day, cooldowns count half an hour, and a caller reads how its job ended.
 */
const retentionHours = 48

/** Bounds of one call: about ten milliseconds altogether. */
const artistsPerCall = 20
const jobsPerArtist = 500

/** One walk over the artists; made once in a process. */
export class EndedJobPruner {
  readonly #db: Kysely<DB>
  /** The artist after which the next call begins. */
  #after: string | undefined

  constructor(db: Kysely<DB>) {
    this.#db = db
  }

  /**
   * Removes ended jobs of the next few artists; the first call only chooses where to begin.
   * @returns number of removed jobs
   */
  async prune(): Promise<number> {
    if (this.#after === undefined) {
      this.#after = await chooseRandomStart(this.#db)
      return 0
    }
    const artists = await listArtists(this.#db, this.#after)
    // After the last artist the walk starts over.
    this.#after = artists.length < artistsPerCall ? nilUuid : (artists.at(-1) ?? nilUuid)
    let removed = 0
    for (const artistId of artists) removed += await pruneArtist(this.#db, artistId)
    return removed
  }
}

/** A walk that always began with the first artist would never reach the newest before its process ends. */
async function chooseRandomStart(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    (select id from artists order by id limit 1) union all (select id from artists order by id desc limit 1)`.execute(
    db,
  )
  const [first, last] = rows
  return first === undefined || last === undefined ? nilUuid : generateUuidBetween(first.id, last.id)
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

/** Oldest first: the newest may all have ended too recently to be removed. */
async function pruneArtist(db: Kysely<DB>, artistId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from artist_research_jobs as job
    using (
      select id, state, finished_at from artist_research_jobs
      where artist_id = ${artistId} and id < (
        select id from artist_research_jobs where artist_id = ${artistId}
        order by id desc limit 1 offset ${retainedPerArtist - 1}
      )
      order by id limit ${jobsPerArtist}
    ) as old
    where job.artist_id = ${artistId} and job.id = old.id
      and old.state in ('done', 'failed', 'cancelled') and old.finished_at < now() - ${retentionHours} * interval '1 hour'
      and job.state in ('done', 'failed', 'cancelled')`.execute(db)
  return Number(numAffectedRows ?? 0)
}
