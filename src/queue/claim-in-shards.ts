import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { type ClaimedJob, type ClaimOptions, claimJob } from './claim.ts'
import { due } from './claim-statements.ts'

/** Due jobs looked at from the front of the line, and how often, where those who stand there are taken by others meanwhile. */
const lookMax = 20
const looksMax = 3

/**
 * The claim on a cluster whose shards hold artists: rows of many shards can be read in one statement and not locked. So it is read who stands at
 * the front of the line, and then claimed of one artist after the other, each time on that artist's shard alone. The order is that of
 * `claimJob`; that a job is due is decided by the claim itself.
 */
export async function claimInShards(db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> {
  if (options.artistId !== undefined) return await claimJob(db, options)
  for (let look = 0; look < looksMax; look += 1) {
    const artists = await listDueArtists(db, options)
    if (artists.length === 0) return undefined
    for (const artistId of artists) {
      const job = await claimJob(db, { ...options, artistId })
      if (job !== undefined) return job
    }
  }
  return undefined
}

async function listDueArtists(db: Kysely<DB>, { kinds }: ClaimOptions): Promise<string[]> {
  const ofKinds = kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]}::text[])`
  const { rows } = await sql<{ artist_id: string }>`
    select artist_id from artist_research_jobs where ${due} ${ofKinds}
    order by turn_at, next_run_at, id limit ${lookMax}`.execute(db)
  return [...new Set(rows.map(({ artist_id: artistId }) => artistId))]
}
