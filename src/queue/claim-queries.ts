import { type RawBuilder, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import { statement } from '#src/database/statement.ts'
import { formatPosition, type KindFilter } from './due-artist-queries.ts'
import { hasKind, isDue } from './due-jobs.ts'
import type { JobKind } from './kinds.ts'

/** A job under the lease of whoever holds this. Figures and checkpoint are as the slice before left them. */
export type ClaimedJob = {
  artist_id: string
  id: string
  kind: JobKind
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
  /** Where it stood in the line (./due-jobs.ts). */
  queued_at?: string
  /** Milliseconds since it began to wait for its present outside run; null when it does not wait. */
  waited_ms: number | null
  /** Whoever had it before let his lease run out: he was killed, or is late. */
  lease_expired: boolean
}

type Lease = { leaseToken: string; lease: number }
type OfArtist = { artistId: string }
/** What is claimed, with its place in the line. */
export type ClaimRow = ClaimedJob & { queued_at: string }

/**
 * The statements of a claim. Each answers with one row or none, and with one its transaction ends without waiting for
 * the disk. A server that loses its last moments loses claims with them; such a job is simply not claimed. Whoever
 * worked on it is told `lease_lost` by whatever he writes, before he sends anything that is paid for; and what he wrote
 * earlier stands behind his claim in the log, so that it is never kept without it. For the same reason nothing else may
 * be written in a transaction that claims.
 */
const statementsOf = ({ named }: { named: boolean }) => {
  const dueOf = (given: KindFilter) => (named ? sql`${isDue} and ${hasKind(given.kinds)}` : isDue)
  return {
    /** Claims the first due job of one artist. */
    ofArtist: statement<KindFilter & Lease & OfArtist, ClaimRow>((db, given) =>
      claiming(firstOf(dueOf(given), sql`${given.artistId}`), given, byKeyOf(given)).compile(db),
    ),
    /** The same from a place on: it steps over nothing that has ended before it and is not cleared away yet. */
    ofArtistSince: statement<KindFilter & Lease & OfArtist & { since: string }, ClaimRow>((db, given) =>
      claiming(firstOf(dueOf(given), sql`${given.artistId}`, sql`${given.since}`), given, atPlaceOf(given)).compile(db),
    ),
    /** The same of the first of several artists who has one. */
    ofSeveralSince: statement<KindFilter & Lease & { artistIds: string[]; sinces: string[] }, ClaimRow>((db, given) =>
      claiming(
        sql`select first.* from unnest(${given.artistIds}::uuid[], ${given.sinces}::text[]) as turn (artist_id, since)
          cross join lateral (${firstOf(dueOf(given), sql`turn.artist_id`, sql`turn.since`)}) as first limit 1`,
        given,
      ).compile(db),
    ),
    /** Whether one artist has a due job, although it may be locked. */
    isThere: statement<KindFilter & OfArtist, object>((db, given) =>
      sql<object>`select from artist_research_jobs where ${dueOf(given)} and artist_id = ${given.artistId} limit 1`.compile(
        db,
      ),
    ),
  }
}

type Words = RawBuilder<unknown>

/** Nobody waits for a job that somebody else is just claiming. */
const firstOf = (due: Words, artistId: Words, since?: Words) => sql`
  select artist_id, id, ctid as seen_at, lease_token is not null as lease_expired from artist_research_jobs
  where ${due} and artist_id = ${artistId} ${since === undefined ? sql`` : sql`and queued_at >= ${since}::timestamptz`}
  order by queued_at, next_run_at, id limit 1 for update skip locked`

const byKey = sql`job.artist_id = first.artist_id and job.id = first.id`

/** Where one artist is asked each part names him, so that a cluster sends all of it to his shard. */
const byKeyOf = ({ artistId }: OfArtist) => sql`${byKey} and job.artist_id = ${artistId}`

/**
 * What is found is locked, so its place on its page leads back to it as well, and by no index. Where it was moved
 * between being seen and being locked, that leads nowhere and nothing is claimed, which whoever claims takes for a job
 * that somebody else is at.
 */
const atPlaceOf = ({ artistId }: OfArtist) => sql`job.ctid = first.seen_at and job.artist_id = ${artistId}`

const claiming = (first: Words, { leaseToken, lease }: Lease, found: Words = byKey) => sql<ClaimRow>`
  with first as (${first})
  update artist_research_jobs as job set
    lease_token = ${leaseToken},
    leased_until = now() + ${lease} * interval '1 millisecond',
    attempts = attempts + 1,
    run_began_at = coalesce(run_began_at, now()),
    requests_handled = case when run_began_at is null then requests else requests_handled end
  from first
  where ${found}
  returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token,
    now()::text as claimed_at, (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms,
    ${formatPosition(sql`queued_at`)} as queued_at, first.lease_expired, set_config('synchronous_commit', 'off', true) as unhurried`

const [ofAnyKind, ofNamedKinds] = [statementsOf({ named: false }), statementsOf({ named: true })]

/** The words differ where kinds are named. */
export const claimQueries = ({ kinds }: KindFilter) => (kinds === undefined ? ofAnyKind : ofNamedKinds)
