import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isDue } from '#src/queue/due-jobs.ts'
import { type ListedPause, listPauses } from './pauses.ts'

/** Seconds. A job that has been due for longer shows that no worker is running. */
export const overdueSeconds = 600

export type JobGroup = {
  kind: string
  state: string
  jobs: number
  /** Claimable now. */
  due: number
  /** Due for more than `overdueSeconds`. */
  overdue: number
  oldestDueAt: string | null
}

export type FailureGroup = { kind: string; reason: string | null; jobs: number; lastAt: string }

export type JobStats = {
  at: string
  jobs: JobGroup[]
  /** Given up within the last hour. */
  failedThisHour: FailureGroup[]
  pauses: ListedPause[]
}

/** How all jobs stand, by kind and state; what was given up in the last hour, by kind and reason; what is paused. */
export async function readJobStats(db: Kysely<DB>): Promise<JobStats> {
  const at = await db.selectNoFrom(sql<Date>`now()`.as('at')).executeTakeFirstOrThrow()
  const { rows: groups } = await sql<Omit<JobGroup, 'oldestDueAt'> & { oldest: Date | null }>`
    select kind, state, count(*)::int as jobs, count(*) filter (where is_due)::int as due,
      count(*) filter (where is_due and queued_at < now() - ${overdueSeconds} * interval '1 second')::int as overdue,
      min(queued_at) filter (where is_due) as oldest
    from (select kind, state, queued_at, ${isDue} as is_due from artist_research_jobs) as job
    group by kind, state order by kind, state`.execute(db)
  const { rows: failures } = await sql<Omit<FailureGroup, 'lastAt'> & { last: Date }>`
    select kind, error_category as reason, count(*)::int as jobs, max(finished_at) as last from artist_research_jobs
    where state = 'failed' and finished_at > now() - interval '1 hour'
    group by kind, error_category order by jobs desc, kind, reason`.execute(db)
  return {
    at: at.at.toISOString(),
    jobs: groups.map(({ oldest, ...group }) => ({ ...group, oldestDueAt: oldest?.toISOString() ?? null })),
    failedThisHour: failures.map(({ last, ...failure }) => ({ ...failure, lastAt: last.toISOString() })),
    pauses: await listPauses(db),
  }
}
