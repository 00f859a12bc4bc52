import { type RawBuilder, sql } from 'kysely'
import { statement } from '#src/database/statement.ts'
import type { ClaimedJob } from './claim.ts'
import type { Kind } from './kinds.ts'
import { due } from './line.ts'

/** Where the due jobs of an artist begin: at the first one's moment, as the database writes it, and identifier. */
export type Beginning = readonly [artistId: string, nextRunAt: string, id: string]

/** Artists whom one look finds at most. */
export const lookMax = 2_000

/** Undefined: of any kind. */
type OfKinds = { kinds: readonly Kind[] | undefined }
type Lease = { leaseToken: string; lease: number }
export type Job = ClaimedJob & { next_run_at: string }
/** What is claimed; nulls where nothing is. */
export type ClaimRow = Job | { [Column in keyof Job]: null }
type LookRow = ClaimRow & { line: Beginning[] | null }

/**
 * The statements of a claim. Those that claim answer with one row in any case, and their transaction ends without waiting for the disk. A server
 * that loses its last moments loses claims with them; such a job is simply not claimed. Whoever worked on it is told `lease_lost` by
 * whatever he writes, before he sends anything that is paid for; and what he wrote earlier stands behind his claim in the log, so that it
 * is never kept without it. For the same reason nothing else may be written in a transaction that claims.
 */
const statementsOf = ({ named }: { named: boolean }) => {
  const dueOf = (given: OfKinds) => (named ? sql`${due} and kind = any(${given.kinds}::text[])` : due)
  return {
    /** Claims the first due job of one artist. */
    ofArtist: statement<OfKinds & Lease & { artistId: string }, ClaimRow>((db, given) =>
      sql<ClaimRow>`with first as (${firstOf(given, dueOf(given))}), ${claimed(given)}
        select claimed.* from ${unhurried} left join claimed on true`.compile(db),
    ),
    /** Claims the first due job of one artist from one of them on, so that it steps over nothing that has ended before that. */
    ofArtistFrom: statement<OfKinds & Lease & { artistId: string; nextRunAt: string; id: string }, ClaimRow>(
      (db, given) => {
        const from = { next_run_at: sql`${given.nextRunAt}::timestamptz`, id: sql`${given.id}::uuid` }
        return sql<ClaimRow>`with first as (${firstOf(given, dueOf(given), from)}), ${claimed(given)}
          select claimed.* from ${unhurried} left join claimed on true`.compile(db)
      },
    ),
    /** Whether one artist has a due job, although it may be locked. */
    isThere: statement<OfKinds & { artistId: string }, object>((db, given) =>
      sql<object>`select from artist_research_jobs where ${dueOf(given)} and artist_id = ${given.artistId} limit 1`.compile(
        db,
      ),
    ),
    /** Claims the first due job of the first artist behind one of them, and finds all who have due jobs, from there on. */
    inLine: statement<OfKinds & Lease & { after: string }, LookRow>((db, given) =>
      sql<LookRow>`with recursive ${lineOf(given, dueOf(given))}, first as (${firstInLine(dueOf(given))}), ${claimed({ leaseToken: given.leaseToken, lease: given.lease })}
        select claimed.*, (select json_agg(json_build_array(artist_id, next_run_at, id)) from line) as line
        from ${unhurried} left join claimed on true`.compile(db),
    ),
    /** Who has due jobs, from behind an artist on; for a cluster, whose shards cannot be walked through by one statement. */
    behind: statement<OfKinds & { after: string }, { beginning: Beginning }>((db, given) =>
      sql<{ beginning: Beginning }>`
        select distinct on (artist_id) json_build_array(artist_id, next_run_at, id) as beginning
        from artist_research_jobs where ${dueOf(given)} and artist_id > ${given.after}
        order by artist_id, next_run_at, id limit ${sql.lit(lookMax)}`.compile(db),
    ),
  }
}

const [ofAnyKind, ofNamedKinds] = [statementsOf({ named: false }), statementsOf({ named: true })]

/** The words differ where kinds are named. */
export const statementsFor = ({ kinds }: OfKinds) => (kinds === undefined ? ofAnyKind : ofNamedKinds)

type Words = RawBuilder<unknown>

/** Nobody waits for a job that somebody else is just claiming. */
const firstOf = ({ artistId }: { artistId: string }, due: Words, from?: { next_run_at: Words; id: Words }) => sql`
  select artist_id, id, lease_token is not null as lease_expired from artist_research_jobs
  where ${due} and artist_id = ${artistId}
    ${from === undefined ? sql`` : sql`and (next_run_at, id) >= (${from.next_run_at}, ${from.id})`}
  order by next_run_at, id limit 1 for update skip locked`

const firstInLine = (due: Words) => sql`
  select job.* from line cross join lateral (
    select artist_id, id, lease_token is not null as lease_expired from artist_research_jobs
    where ${due} and artist_id = line.artist_id and (next_run_at, id) >= (line.next_run_at, line.id)
    order by next_run_at, id limit 1 for update skip locked
  ) as job limit 1`

/** Once around: who comes behind the artist, and then who comes before, each found behind the one before him. */
const lineOf = ({ after }: { after: string }, due: Words) => {
  const steps = (name: Words, is: Words, until: Words) => sql`
    ${name} as (
      (
        select artist_id, next_run_at, id from artist_research_jobs where ${due} and ${is} order by artist_id, next_run_at, id limit 1
      ) union all
      select next.* from ${name} as last cross join lateral (
        select artist_id, next_run_at, id from artist_research_jobs where ${due} and artist_id > last.artist_id ${until}
        order by artist_id, next_run_at, id limit 1
      ) as next
    )`
  return sql`${steps(sql`behind`, sql`artist_id > ${after}`, sql``)},
    ${steps(sql`before`, sql`artist_id <= ${after}`, sql`and artist_id <= ${after}`)},
    line as (select * from behind union all select * from before limit ${sql.lit(lookMax)})`
}

/** Where an artist is named, in each part, so that a cluster sends all of it to his shard. */
const claimed = ({ leaseToken, lease, artistId }: Lease & { artistId?: string }) => sql`
  claimed as (
    update artist_research_jobs as job set
      lease_token = ${leaseToken},
      leased_until = now() + ${lease} * interval '1 millisecond',
      attempts = attempts + 1,
      run_began_at = coalesce(run_began_at, now()),
      requests_begun = case when run_began_at is null then requests else requests_begun end
    from first
    where job.artist_id = first.artist_id and job.id = first.id ${artistId === undefined ? sql`` : sql`and job.artist_id = ${artistId}`}
    returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token, next_run_at::text,
      now()::text as claimed_at, (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms, first.lease_expired
  )`

const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) as unhurried`
