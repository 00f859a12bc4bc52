import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isNotPaused } from '#src/queue/due-jobs.ts'
import type { JobKind } from '#src/queue/kinds.ts'

/**
 * A job's status. Not due: `paused` by an operator, `backing_off` after a failure, `waiting` for an external run, which
 * comes before a pause; `failed` is a dead job.
 */
export const jobStatuses = ['due', 'leased', 'paused', 'backing_off', 'waiting', 'failed'] as const

export type QueueRow = { kind: JobKind; status: (typeof jobStatuses)[number]; jobs: number; oldest_seconds: number }

/**
 * Live jobs by kind and status, and how long the oldest due one has been due. The condition matches the partial
 * indexes, so no ended job is read.
 */
export async function listLiveJobs(db: Kysely<DB>): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select kind, status, count(*)::int as jobs, max(extract(epoch from now() - since))::float8 as oldest_seconds
    from (
      select kind, greatest(next_run_at, leased_until) as since,
        case
          when leased_until > now() then 'leased'
          when next_run_at <= now() then case when ${isNotPaused} then 'due' else 'paused' end
          when state = 'waiting' then 'waiting'
          else 'backing_off'
        end as status
      from artist_research_jobs where state in ('pending', 'waiting')
    ) as job
    group by kind, status`.execute(db)
  return rows
}

/** Dead jobs by kind. */
export async function listDeadJobs(db: Kysely<DB>): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select kind, 'failed' as status, count(*)::int as jobs, 0 as oldest_seconds
    from artist_research_jobs where state = 'failed' group by kind`.execute(db)
  return rows
}

/** How long, in seconds and in transactions begun since, the oldest snapshot of the server has been held. */
export type OldestSnapshot = { seconds: number; transactions: number }

/**
 * The oldest snapshot keeps vacuum from removing what died since. PostgreSQL shows other roles' sessions only to
 * members of pg_read_all_stats, and does not show since when a slot holds one.
 */
export async function findOldestSnapshot(db: Kysely<DB>): Promise<OldestSnapshot> {
  const { rows } = await sql<OldestSnapshot>`
    select coalesce(max(extract(epoch from clock_timestamp() - since)), 0)::float8 as seconds,
      coalesce(max(age(oldest)), 0)::float8 as transactions
    from (
      select xact_start as since, backend_xmin as oldest from pg_stat_activity
      where backend_xmin is not null and pid <> pg_backend_pid()
      union all select prepared, transaction from pg_prepared_xacts
      union all select null, xmin from pg_replication_slots
      union all select null, catalog_xmin from pg_replication_slots
    ) as held`.execute(db)
  return rows[0] ?? { seconds: 0, transactions: 0 }
}
