import { type RawBuilder, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { isDue } from './due-jobs.ts'
import type { JobKind } from './kinds.ts'

/**
 * A job and the lease of the worker that claimed it. Progress and checkpoint are those that the previous slice saved.
 */
export type ClaimedJob = {
  artist_id: string
  id: string
  kind: JobKind
  purpose: string
  payload: { [name: string]: JsonValue }
  cursor: number
  total: number | null
  checkpoint: { [name: string]: JsonValue }
  /** Claims since a slice was last saved, this one included. */
  attempts: number
  lease_token: string
  /** The instant of this claim as PostgreSQL prints it: a Date would cut off the microseconds. */
  claimed_at: string
  /** Its position in the queue, printed likewise; that of the claim where the position is later. */
  position: string
  /** How long, in milliseconds, the job has waited for its current external run; null when it does not wait. */
  waited_ms: number | null
  /** The previous worker's lease ran out: its process died or took too long. */
  lease_expired: boolean
}

type NewLease = { leaseToken: string; leaseMs: number }

/** Null: any kind. */
type Kinds = { kinds: readonly JobKind[] | null }

/** `array_position`, because the planner makes no estimate for it. */
const hasKind = ({ kinds }: Kinds) =>
  sql<boolean>`(${kinds}::text[] is null or array_position(${kinds}::text[], kind) is not null)`

/**
 * Claims the first due job whose position is not before `from`, so that dead entries of ended jobs are not read. The
 * commit is asynchronous: a crash may lose the claim, and the worker's next write, which comes before any paid call,
 * then fails with LeaseLostError; a later synchronous commit flushes the claim too.
 */
export const claimFirst = prepareQuery<Kinds & NewLease & { from: string }, ClaimedJob>((db, params) =>
  claim(params, {
    first: sql`${hasKind(params)} and queued_at >= ${params.from}::timestamptz order by queued_at, next_run_at, id`,
    commit: sql`, set_config('synchronous_commit', 'off', true)`,
  }).compile(db),
)

/**
 * Claims the first due job of an artist, who has nine live ones at most. Ordered by an expression, so that no plan
 * walks the queue of all artists for them.
 */
export const claimFirstOfArtist = prepareQuery<Kinds & NewLease & { artistId: string }, ClaimedJob>((db, params) =>
  claim(params, {
    first: sql`${hasKind(params)} and artist_id = ${params.artistId} order by queued_at + interval '0', id`,
    match: sql`and job.artist_id = ${params.artistId}`,
  }).compile(db),
)

/** Artists with due jobs on a cluster, in the order of their first ones. */
export const listDueArtists = prepareQuery<Kinds, { artist_id: string }>((db, params) =>
  sql<{ artist_id: string }>`
    select artist_id from artist_research_jobs where ${isDue} and ${hasKind(params)}
    group by artist_id order by min(queued_at) limit ${sql.lit(artistsMax)}`.compile(db),
)

/** The same of the shards that answer while a worker is lost, of any kind, paused or not: the claim checks both. */
export const listReachableDueArtists = prepareQuery<object, { artist_id: string }>((db) =>
  sql<{ artist_id: string }>`
    select json_array_elements_text(result::json) as artist_id from run_command_on_shards('artist_research_jobs', ${sql.lit(listInShard)})
    where success limit ${sql.lit(artistsMax)}`.compile(db),
)

const artistsMax = 64

/** `%s` is the table of the shard. */
const listInShard = `select coalesce(json_agg(distinct artist_id), '[]') from %s
  where state in ('pending', 'waiting') and greatest(next_run_at, leased_until) <= now()`

type Parts = { first: RawBuilder<unknown>; match?: RawBuilder<unknown>; commit?: RawBuilder<unknown> }

/**
 * `skip locked`: a row that another worker is claiming is not waited for. Times are computed by the subquery: on a
 * cluster RETURNING calls only immutable functions.
 */
const claim = ({ leaseToken, leaseMs }: NewLease, { first, match = sql``, commit = sql`` }: Parts) => sql<ClaimedJob>`
  with first as (
    select artist_id, id, lease_token is not null as lease_expired, now()::text as claimed_at,
      least(queued_at, now())::text as position,
      (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms ${commit}
    from artist_research_jobs where ${isDue} and ${first} limit 1 for update skip locked
  )
  update artist_research_jobs as job set
    lease_token = ${leaseToken},
    leased_until = now() + ${leaseMs} * interval '1 millisecond',
    attempts = attempts + 1,
    run_began_at = least(run_began_at, now()),
    requests_handled = case when run_began_at is null then requests else requests_handled end
  from first
  where job.artist_id = first.artist_id and job.id = first.id ${match}
  returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token,
    first.claimed_at, first.position, first.waited_ms, first.lease_expired`
