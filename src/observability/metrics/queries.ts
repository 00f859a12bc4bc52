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

export type OldestSnapshotHolder = {
  holder: 'session' | 'prepared' | 'slot'
  /** The backend's pid; '' for a prepared transaction or slot. */
  pid: string
  application: string
  seconds: number
  transactions: number
}

/**
 * The holder of the server's oldest snapshot, which keeps vacuum from removing newer dead tuples; undefined without
 * one. PostgreSQL shows other roles' sessions only to members of pg_read_all_stats.
 */
export async function findOldestSnapshotHolder(db: Kysely<DB>): Promise<OldestSnapshotHolder | undefined> {
  const { rows } = await sql<OldestSnapshotHolder>`
    select * from (
      select 'session' as holder, pid::text as pid, application_name as application,
        coalesce(extract(epoch from clock_timestamp() - xact_start), 0)::float8 as seconds, age(backend_xmin) as transactions
      from pg_stat_activity where backend_xmin is not null and pid <> pg_backend_pid()
      union all
      select 'prepared', '', '', extract(epoch from clock_timestamp() - prepared)::float8, age(transaction) from pg_prepared_xacts
      union all
      select 'slot', coalesce(active_pid::text, ''), slot_name, 0, greatest(age(xmin), age(catalog_xmin))
      from pg_replication_slots where xmin is not null or catalog_xmin is not null
    ) as holders
    order by transactions desc, seconds desc
    limit 1`.execute(db)
  return rows[0]
}
