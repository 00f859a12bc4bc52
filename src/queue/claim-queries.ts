import { type RawBuilder, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { formatPosition, type KindFilter } from './due-artist-queries.ts'
import { hasKind, isDueForArtist } from './due-jobs.ts'
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
  /** Its position in the queue before the claim (./due-jobs.ts). */
  queued_at: string
  /** How long, in milliseconds, the job has waited for its current external run; null when it does not wait. */
  waited_ms: number | null
  /** The previous worker's lease ran out: its process died or took too long. */
  lease_expired: boolean
}

type ClaimedLease = { leaseToken: string; leaseMs: number }
type OfArtist = { artistId: string }

/**
 * The queries of a claim: each returns one row or none and, on a single server, commits asynchronously. A crash may
 * lose the claim; the worker then gets `lease_lost` on its next write, before any paid call. A later synchronous write
 * flushes the claim too. A transaction that claims may write nothing else.
 */
const buildStatements = ({ filtersKinds, sharded }: { filtersKinds: boolean; sharded: boolean }) => {
  const returned = sharded ? claimed : sql`${claimed}, set_config('synchronous_commit', 'off', true) as commit_setting`
  const selectDue = (artistId: SqlFragment, params: KindFilter) =>
    filtersKinds ? sql`${isDueForArtist(artistId)} and ${hasKind(params.kinds)}` : isDueForArtist(artistId)
  return {
    /** The first due job of one artist. */
    claimForArtist: prepareQuery<KindFilter & ClaimedLease & OfArtist, ClaimedJob>((db, params) =>
      updateClaimed(
        lockFirstDue(selectDue(sql`${params.artistId}`, params)),
        params,
        returned,
        matchArtistKey(params),
      ).compile(db),
    ),
    /** The same from a queue position on, so that dead tuples of ended jobs before it are not scanned. */
    claimForArtistFrom: prepareQuery<KindFilter & ClaimedLease & OfArtist & { queuedAt: string }, ClaimedJob>(
      (db, params) =>
        updateClaimed(
          lockFirstDue(selectDue(sql`${params.artistId}`, params), sql`${params.queuedAt}`),
          params,
          returned,
          matchTupleId(params),
        ).compile(db),
    ),
    /** The same for the first of several artists that has a due job. */
    claimForFirstOf: prepareQuery<KindFilter & ClaimedLease & { artistIds: string[]; queuedAts: string[] }, ClaimedJob>(
      (db, params) =>
        updateClaimed(
          sql`select first.* from unnest(${params.artistIds}::uuid[], ${params.queuedAts}::text[]) as artist (artist_id, queued_at)
          cross join lateral (${lockFirstDue(selectDue(sql`artist.artist_id`, params), sql`artist.queued_at`)}) as first limit 1`,
          params,
          returned,
        ).compile(db),
    ),
    /** Whether the artist has a due job, locked or not. */
    findDueJob: prepareQuery<KindFilter & OfArtist, object>((db, params) =>
      sql<object>`select from artist_research_jobs where ${selectDue(sql`${params.artistId}`, params)} limit 1`.compile(
        db,
      ),
    ),
  }
}

type SqlFragment = RawBuilder<unknown>

/** `skip locked`: a row that another worker is claiming is not waited for. */
const lockFirstDue = (due: SqlFragment, queuedAt?: SqlFragment) => sql`
  select artist_id, id, ctid as seen_at, lease_token is not null as lease_expired, now()::text as claimed_at,
    (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms, ${formatPosition(sql`queued_at`)} as queued_text
  from artist_research_jobs
  where ${due} ${queuedAt === undefined ? sql`` : sql`and queued_at >= ${queuedAt}::timestamptz`}
  order by queued_at, next_run_at, id limit 1 for update skip locked`

const matchKey = sql`job.artist_id = first.artist_id and job.id = first.id`

/** Each part names the artist, so that a cluster routes the whole statement to the artist's shard. */
const matchArtistKey = ({ artistId }: OfArtist) => sql`${matchKey} and job.artist_id = ${artistId}`

/**
 * By tuple identifier instead of a second index lookup: the row is locked, so its ctid is valid. If the row was updated
 * between the scan and the lock, the ctid matches nothing and the claim counts as a locked row.
 */
const matchTupleId = ({ artistId }: OfArtist) => sql`job.ctid = first.seen_at and job.artist_id = ${artistId}`

const updateClaimed = (
  first: SqlFragment,
  { leaseToken, leaseMs }: ClaimedLease,
  returned: SqlFragment,
  match: SqlFragment = matchKey,
) => sql<ClaimedJob>`
  with first as (${first})
  update artist_research_jobs as job set
    lease_token = ${leaseToken},
    leased_until = now() + ${leaseMs} * interval '1 millisecond',
    attempts = attempts + 1,
    run_began_at = least(run_began_at, now()),
    requests_handled = case when run_began_at is null then requests else requests_handled end
  from first
  where ${match}
  returning ${returned}`

/** Times are computed by the subquery: on a cluster RETURNING may call only immutable functions. */
const claimed = sql`job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token,
  first.claimed_at, first.waited_ms, first.queued_text as queued_at, first.lease_expired`

const buildQueries = (sharded: boolean) => ({
  ofAnyKind: buildStatements({ filtersKinds: false, sharded }),
  ofNamedKinds: buildStatements({ filtersKinds: true, sharded }),
})
const [ofOneServer, ofCluster] = [buildQueries(false), buildQueries(true)]

/** Two texts, because a condition on `kind` that is always true would keep the planner from the partial index. */
export function chooseClaimQueries({ kinds }: KindFilter, { sharded }: { sharded: boolean }) {
  const { ofAnyKind, ofNamedKinds } = sharded ? ofCluster : ofOneServer
  return kinds === undefined ? ofAnyKind : ofNamedKinds
}
