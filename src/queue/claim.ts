import { type Kysely, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Kind } from './kinds.ts'
import { leaseMs } from './limits.ts'
import { present } from './line.ts'

/** A job under the lease of whoever holds this. Figures and checkpoint are as the slice before left them. */
export type ClaimedJob = {
  artist_id: string
  id: string
  kind: Kind
  purpose: string
  payload: { [name: string]: JsonValue }
  cursor: number
  total: number | null
  checkpoint: { [name: string]: JsonValue }
  /** This claim, and those before it since a slice was last saved. */
  attempts: number
  lease_token: string
  /** Milliseconds since it began to wait for its present outside run; null when it does not wait. */
  waited_ms: number | null
}

export type ClaimOptions = {
  /** Names the lease; must never have been used before. */
  leaseToken: string
  /** Milliseconds, at most 60,000. */
  leaseMs?: number
  artistId?: string | undefined
  kinds?: readonly Kind[] | undefined
}

/** What may be claimed now. In words and not as parameters: PostgreSQL has to see that this is the indexes' condition. */
const due = sql<boolean>`state in ('pending', 'waiting') and next_run_at <= now()
  and (leased_until is null or leased_until <= now())`

/**
 * Takes the first due job in the line (./line.ts), of one artist or of some kinds where that is asked for, or undefined when
 * there is none. One statement: whoever comes at the same time passes over the locked row and takes the next one.
 *
 * The claim counts as an attempt until a slice is saved, because a process that is killed cannot report that it failed. The run
 * begins with its first claim: a request that comes after it is one that the run may not have seen.
 */
export async function claimJob(db: Kysely<DB>, options: ClaimOptions): Promise<ClaimedJob | undefined> {
  const { artistId, kinds } = options
  const ofArtist = artistId === undefined ? sql`` : sql`and artist_id = ${artistId}`
  const ofKinds = kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]}::text[])`
  const { rows } = await sql<ClaimedJob>`
    with first as (
      select artist_id, id from artist_research_jobs
      where ${due} ${ofArtist} ${ofKinds}
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), following as (
      select artist_id, id from artist_research_jobs
      where ${due} and artist_id = (select artist_id from first) and id <> (select id from first)
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), moved_up as (
      update artist_research_jobs as job set turn_at = ${present} from following
      where job.artist_id = following.artist_id and job.id = following.id and job.turn_at > now()
    )
    update artist_research_jobs as job set
      lease_token = ${options.leaseToken},
      leased_until = now() + ${options.leaseMs ?? leaseMs} * interval '1 millisecond',
      attempts = attempts + 1,
      run_began_at = coalesce(run_began_at, now()),
      requests_begun = case when run_began_at is null then requests else requests_begun end
    from first
    where job.artist_id = first.artist_id and job.id = first.id
    returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token,
      (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms`.execute(db)
  return rows[0]
}
