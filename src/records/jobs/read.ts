import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { Problem } from '#src/problems/problem.ts'
import { due } from '#src/queue/due.ts'
import { behindHis, step } from '#src/queue/line.ts'
import { type Explanation, explainJob, type Job } from './explain.ts'

export type ListedJob = Explanation & {
  jobId: string
  artistId: string
  kind: string
  purpose: string
  state: string
  attempts: number
  requests: number
  cursor: number
  total: number | null
  errorCategory: string | null
  createdAt: string
  updatedAt: string | null
}

export type JobFilter = {
  artistId?: string | undefined
  state?: string | undefined
  kind?: string | undefined
  limit: number
}

type JobNow = Job & { now: Date }

/** Jobs, the newest first, each with why it is not claimable now. */
export async function listJobs(db: Kysely<DB>, { artistId, state, kind, limit }: JobFilter): Promise<ListedJob[]> {
  let query = jobs(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  if (artistId !== undefined) query = query.where('artist_id', '=', artistId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  return (await query.execute()).map(viewJob)
}

/**
 * One job, found by its id alone: an operator has that from a log or from a response.
 * @throws Problem `not_found`
 */
export async function findJob(db: Kysely<DB>, jobId: string): Promise<JobNow> {
  const job = await jobs(db).where('id', '=', jobId).executeTakeFirst()
  if (job === undefined) throw new Problem('not_found', { message: `There is no job ${jobId}` })
  return job
}

/**
 * How many due jobs are to be claimed before this one. One that has no place yet is about to be given it: in the round after the first one or behind
 * those of its artist, and behind whoever waits for his for longer.
 */
export async function jobsAhead(db: Kysely<DB>, { artist_id: artistId, id }: Job): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    with this as (
      select id, next_run_at, turn_at is null as is_placeless,
        coalesce(turn_at, greatest(
          (select min(turn_at) + ${step} from artist_research_jobs where ${due}), ${behindHis(sql`${artistId}`)})) as place
      from artist_research_jobs where artist_id = ${artistId} and id = ${id}
    )
    select count(*)::int as ahead from artist_research_jobs as job, this
    where job.state in ('pending', 'waiting') and job.next_run_at <= now()
      and (job.leased_until is null or job.leased_until <= now())
      and ((job.turn_at, job.next_run_at, job.id) < (this.place, this.next_run_at, this.id)
        or this.is_placeless and job.turn_at is null and (job.next_run_at, job.id) < (this.next_run_at, this.id))`.execute(
    db,
  )
  return rows[0]?.ahead ?? 0
}

export const viewJob = ({ now, ...job }: JobNow): ListedJob => ({
  jobId: job.id,
  artistId: job.artist_id,
  kind: job.kind,
  purpose: job.purpose,
  state: job.state,
  ...explainJob(job, now),
  attempts: job.attempts,
  requests: job.requests,
  cursor: job.cursor,
  total: job.total,
  errorCategory: job.error_category,
  createdAt: job.created_at.toISOString(),
  updatedAt: job.updated_at?.toISOString() ?? null,
})

/** With the clock that the queue goes by. */
const jobs = (db: Kysely<DB>) => db.selectFrom('artist_research_jobs').selectAll().select(sql<Date>`now()`.as('now'))
