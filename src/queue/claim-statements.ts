import { sql } from 'kysely'
import { statement } from '#src/database/statement.ts'
import type { ClaimedJob } from './claim.ts'
import type { Kind } from './kinds.ts'

/** What a claim looks for: any due job where nothing is named. */
type Wanted = { artistId: string | undefined; kinds: readonly Kind[] | undefined; beginning: Date | undefined }
/** What is claimed, and where in the line it stood, the present at the furthest; nulls where nothing is. */
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

const statementsOf = (has: Has) => ({
  claiming: statement<Wanted & { leaseToken: string; lease: number }, ClaimRow>((db, given) =>
    claiming(has, given).compile(db),
  ),
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
 * It answers with one row in any case, and its transaction ends without waiting for the disk. A server that loses its last moments loses claims
 * with them; such a job is simply not claimed. Whoever worked on it is told `lease_lost` by whatever he writes, before he sends anything that is
 * paid for; and what he wrote earlier stands behind his claim in the log, so that it is never kept without it. For the same reason nothing
 * else may be written in a transaction that claims.
 */
function claiming(has: Has, given: Wanted & { leaseToken: string; lease: number }) {
  // Each statement of an artist's names him, so that a cluster sends all of it to his shard.
  const ofHim = has('artistId') ? sql`and job.artist_id = ${given.artistId}` : sql``
  const behind = sql.join(
    [
      due,
      has('artistId') ? sql`artist_id = ${given.artistId}` : sql`artist_id = (select artist_id from first)`,
      sql`id <> (select id from first)`,
      ...fromBeginning(has, given),
    ],
    sql` and `,
  )
  return sql<ClaimRow>`
    with first as (
      select artist_id, id, lease_token is not null as lease_expired from artist_research_jobs
      where ${wantedOf(has, given)}
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), following as (
      select artist_id, id from artist_research_jobs
      where ${behind}
      order by turn_at, next_run_at, id
      limit 1
      for update skip locked
    ), moved_up as (
      update artist_research_jobs as job set turn_at = now() from following
      where job.artist_id = following.artist_id and job.id = following.id and job.turn_at > now() ${ofHim}
    ), claimed as (
      update artist_research_jobs as job set
        lease_token = ${given.leaseToken},
        leased_until = now() + ${given.lease} * interval '1 millisecond',
        attempts = attempts + 1,
        run_began_at = coalesce(run_began_at, now()),
        requests_begun = case when run_began_at is null then requests else requests_begun end
      from first
      where job.artist_id = first.artist_id and job.id = first.id ${ofHim}
      returning job.artist_id, job.id, kind, purpose, payload, cursor, total, checkpoint, attempts, lease_token,
        now()::text as claimed_at, (extract(epoch from now() - waiting_since) * 1000)::float8 as waited_ms, least(turn_at, now()) as place,
        first.lease_expired
    )
    select claimed.* from (select set_config('synchronous_commit', 'off', true)) as unhurried left join claimed on true`
}
