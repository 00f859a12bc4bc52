import { type RawBuilder, sql } from 'kysely'
import { statement } from '#src/database/statement.ts'
import type { ClaimedJob } from './claim.ts'
import type { Kind } from './kinds.ts'
import { hintSeconds } from './line.ts'

/** What a claim looks for: any due job where nothing is named. */
type Wanted = { artistId: string | undefined; kinds: readonly Kind[] | undefined; beginning: Date | undefined }
/** The lease that is to be had, and for how many milliseconds. */
type Lease = { leaseToken: string; lease: number }
/** What is claimed, and where in the line it stood, the present at the furthest; one row of nulls where nothing is. */
type Present = ClaimedJob & { place: Date }
type ClaimRow = Present | { [Column in keyof Present]: null }

/** What may be claimed now. In words and not as parameters: PostgreSQL has to see that this is the indexes' condition. */
export const due = sql<boolean>`state in ('pending', 'waiting') and next_run_at <= now()
  and (leased_until is null or leased_until <= now())`

const made = new Map<string, ReturnType<typeof statementsOf>>()

/** The claim of what is wanted, and the question whether it is there: a pair of statements for each choice of conditions. */
export function statementsFor(wanted: Wanted) {
  const conditions = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const key = conditions.join()
  const statements = made.get(key) ?? statementsOf((name) => conditions.includes(name))
  made.set(key, statements)
  return statements
}

/** How often a claim looks at all places of the artist: for one that was locked by somebody when those around it were moved up. */
const looksAgain = sql.lit(0.05)

/** Whether the next of the artist is looked for behind the place that the claimed job stood at; not where its lease ran out. */
const mayGoByPlace = sql`lease_token is null and random() >= ${looksAgain}
  and turn_at > now() - ${sql.lit(hintSeconds)} * interval '1 second'`

const statementsOf = (has: Has) => ({
  claiming: statement<Wanted & Lease, ClaimRow>((db, given) => claiming(has, given).compile(db)),
  asking: statement<Wanted, object>((db, given) =>
    sql<object>`select from artist_research_jobs where ${wantedOf(has, given)} limit 1`.compile(db),
  ),
})

type Has = (name: keyof Wanted) => boolean

const wantedOf = (has: Has, given: Wanted) =>
  sql.join([due, ...ofArtist(has, given), ...ofKinds(has, given), ...fromBeginning(has, given)], sql` and `)

const ofArtist = (has: Has, given: Wanted) => (has('artistId') ? [sql`artist_id = ${given.artistId}`] : [])
const ofKinds = (has: Has, given: Wanted) => (has('kinds') ? [sql`kind = any(${given.kinds}::text[])`] : [])
const fromBeginning = (has: Has, given: Wanted) => (has('beginning') ? [sql`turn_at >= ${given.beginning}`] : [])

/**
 * Its transaction ends without waiting for the disk; so it answers with a row in any case. A server that loses its last moments loses claims
 * with them; such a job is simply not claimed. Whoever worked on it is told `lease_lost` by whatever he writes, before he sends anything that is
 * paid for; and what he wrote earlier stands behind his claim in the log, so that it is never kept without it. For the same reason nothing
 * else may be written in a transaction that claims.
 *
 * The claimed one and the one that is moved up are written by one UPDATE, which reads the table's CHECKs and opens its indexes once.
 */
function claiming(has: Has, given: Wanted & Lease) {
  // Each statement of an artist's names him, so that a cluster sends all of it to his shard.
  const ofHim = has('artistId') ? sql`and job.artist_id = ${given.artistId}` : sql``
  return sql<ClaimRow>`
    with first as (
      select artist_id, id, lease_token is not null as lease_expired,
        case when ${mayGoByPlace} then stood_at end as stood_at
      from artist_research_jobs
      where ${wantedOf(has, given)}
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), following as (
      ${following(has, given)}
    ), written as (
      update artist_research_jobs as job set
        turn_at = case when found.token is null then now() else job.turn_at end,
        stood_at = case when found.token is null then found.stood_at else job.stood_at end,
        lease_token = coalesce(found.token, job.lease_token),
        leased_until = case when found.token is null then job.leased_until else now() + ${given.lease} * interval '1 millisecond' end,
        attempts = case when found.token is null then job.attempts else job.attempts + 1 end,
        run_began_at = case when found.token is null then job.run_began_at else coalesce(job.run_began_at, now()) end,
        requests_begun = case when found.token is null or job.run_began_at is not null then job.requests_begun else job.requests end
      from (
        select artist_id, id, lease_expired, null::timestamptz as stood_at, ${given.leaseToken}::uuid as token
        from first
        union all
        select artist_id, id, null, turn_at, null from following where turn_at > now()
      ) as found
      where job.artist_id = found.artist_id and job.id = found.id ${ofHim}
      returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, found.token as lease_token,
        now()::text as claimed_at, (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms,
        least(job.turn_at, now()) as place, found.lease_expired
    )
    select written.* from (select set_config('synchronous_commit', 'off', true)) as unhurried
    left join written on written.lease_token is not null`
}

/** One of the artist that stands in the line already, or else the first behind the place that the claimed one was moved up from. */
function following(has: Has, given: Wanted) {
  const artistId = has('artistId') ? sql`${given.artistId}` : sql`(select artist_id from first)`
  return sql`
  select next.* from (
    ${firstOf(artistId, [sql`turn_at <= now()`, ...fromBeginning(has, given)])}
    union all
    ${firstOf(artistId, [sql`turn_at > greatest(now(), (select stood_at from first))`])}
  ) as next limit 1`
}

const firstOf = (artistId: RawBuilder<unknown>, places: RawBuilder<unknown>[]) => sql`
  select * from (
    select artist_id, id, turn_at from artist_research_jobs
    where ${sql.join([due, sql`artist_id = ${artistId}`, sql`id <> (select id from first)`, ...places], sql` and `)}
    order by turn_at, next_run_at, id
    limit 1
    for update skip locked
  ) as found`
