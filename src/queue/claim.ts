import { setTimeout as after } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { Problem } from '#src/problems/problem.ts'
import { beginningOf, moveBeginning } from './beginning.ts'
import type { Kind } from './kinds.ts'
import { leaseMs } from './limits.ts'

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
  /** The instant of this claim as the database writes it: a Date would cut off the microseconds. */
  claimed_at: string
  /** Milliseconds since it began to wait for its present outside run; null when it does not wait. */
  waited_ms: number | null
  /** Whoever had it before let his lease run out: he was killed, or is late. */
  lease_expired: boolean
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
  for (let tries = 0; ; tries += 1) {
    const { job, passedOver } = await claimAnywhere(db, options)
    if (job !== undefined || !passedOver || tries >= retriesMax) return job
    // Every due job was locked: by somebody's claim, or by a request that joins it and is about to be kept. Both are soon over.
    await after(2 ** tries * (1 + Math.random()))
  }
}

/** With the pauses between them, which double, a tenth of a second: a lock that lasts longer belongs to somebody who works on the job. */
const retriesMax = 6

/** Looks from the place in the line where this process last claimed, and then, or for one artist, through the whole of it. */
async function claimAnywhere(db: Kysely<DB>, options: ClaimOptions): Promise<Claim> {
  if (options.artistId !== undefined) return await claim(db, options)
  const { place, isWholeDue } = beginningOf(db)
  const bounded = place === undefined || isWholeDue ? undefined : await claim(db, options, place)
  const began = performance.now()
  const claimed = bounded?.job === undefined ? await claim(db, options) : bounded
  // Who asks for some kinds has passed over the others.
  if (claimed.job !== undefined && options.kinds === undefined) {
    moveBeginning(db, place, claimed.job.place, claimed === bounded ? 0 : performance.now() - began)
  }
  return claimed
}

/** `passedOver`: there is a due job, but it was locked. `place`: where the job stood, the present at the furthest. */
type Claim = { job: (ClaimedJob & { place: Date }) | undefined; passedOver: boolean }

async function claim(db: Kysely<DB>, options: ClaimOptions, beginning?: Date): Promise<Claim> {
  const { artistId, kinds, leaseToken } = options
  const wanted = sql.join(
    [
      due,
      ...(artistId === undefined ? [] : [sql`artist_id = ${artistId}`]),
      ...(kinds === undefined ? [] : [sql`kind = any(${[...kinds]}::text[])`]),
      ...(beginning === undefined ? [] : [sql`turn_at >= ${beginning}`]),
    ],
    sql` and `,
  )
  const fromBeginning = beginning === undefined ? sql`` : sql`and turn_at >= ${beginning}`
  const { rows } = await sql<ClaimRow>`
    with first as (
      select artist_id, id, lease_token is not null as lease_expired from artist_research_jobs
      where ${wanted}
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), following as (
      select artist_id, id from artist_research_jobs
      where ${due} and artist_id = (select artist_id from first) and id <> (select id from first) ${fromBeginning}
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), moved_up as (
      update artist_research_jobs as job set turn_at = now() from following
      where job.artist_id = following.artist_id and job.id = following.id and job.turn_at > now()
    ), claimed as (
      update artist_research_jobs as job set
        lease_token = ${leaseToken},
        leased_until = now() + ${options.leaseMs ?? leaseMs} * interval '1 millisecond',
        attempts = attempts + 1,
        run_began_at = coalesce(run_began_at, now()),
        requests_begun = case when run_began_at is null then requests else requests_begun end
      from first
      where job.artist_id = first.artist_id and job.id = first.id
      returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token,
        now()::text as claimed_at, (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms, least(turn_at, now()) as place,
        first.lease_expired
    )
    select claimed.*, claimed.id is null and exists (select from artist_research_jobs where ${wanted}) as passed_over
    from (select) as always left join claimed on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Problem('internal', { cause: 'A claim without its one row' })
  const { passed_over: passedOver, ...job } = row
  return { job: job.id === null ? undefined : job, passedOver }
}

type Present = ClaimedJob & { place: Date }
type ClaimRow = (Present | { [Column in keyof Present]: null }) & { passed_over: boolean }
