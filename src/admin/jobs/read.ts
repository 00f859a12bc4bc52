import { type Kysely, type RawBuilder, sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ListPage, listPage, type Moment, toSqlInstant } from '../listing.ts'
import { refuseUnknownArtist } from '../unknown-names.ts'
import { type ClaimExplanation, explainClaimability, type Pause, type StoredJob } from './explain.ts'
import { pauseOfJob } from './pauses.ts'

export type ListedJob = ClaimExplanation & {
  jobId: string
  artistId: string
  artist: string
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

type JobNow = StoredJob & { artist: string; now: Date; pause: Pause | null }

/**
 * Jobs, newest first, each with why it cannot be claimed now.
 * @throws Problem `not_found` when there is no such artist
 */
export async function listJobs(
  db: Kysely<DB>,
  { limit, ...filter }: JobFilter & { limit: number },
): Promise<ListPage<ListedJob>> {
  await refuseUnknownArtist(db, filter.artistId)
  return await listPage(selectJobRows(db).where(matchJobs(filter)).orderBy('j.id', 'desc'), limit, viewListedJob)
}

/**
 * One job by its id alone, which an operator has from a log or a response.
 * @throws Problem `not_found`
 */
export async function findJob(db: Kysely<DB>, jobId: string): Promise<JobNow> {
  const job = await selectJobRows(db).where('j.id', '=', jobId).executeTakeFirst()
  if (job === undefined)
    throw new Problem('not_found', { message: `There is no job ${jobId}; "jobs list" has those there are` })
  return job
}

export const viewListedJob = ({ now, pause, ...job }: JobNow): ListedJob => ({
  jobId: job.id,
  artistId: job.artist_id,
  artist: job.artist,
  kind: job.kind,
  purpose: job.purpose,
  state: job.state,
  ...explainClaimability(job, now, pause),
  attempts: job.attempts,
  requests: job.requests,
  cursor: job.cursor,
  total: job.total,
  errorCategory: job.error_category,
  createdAt: job.created_at.toISOString(),
  updatedAt: job.updated_at?.toISOString() ?? null,
})

/** With the clock that claims use. */
const selectJobRows = (db: Kysely<DB>) =>
  db
    .selectFrom('artist_research_jobs as j')
    .innerJoin('artists as a', 'a.id', 'j.artist_id')
    .selectAll('j')
    .select(['a.name as artist', sql<Date>`now()`.as('now'), pauseOfJob.as('pause')])

/** Selects jobs that match every given property. */
export type JobFilter = {
  artistId?: string | undefined
  state?: string | undefined
  kind?: string | undefined
  /** The category of the latest failure. */
  reason?: string | undefined
  /** Ended, or else last saved, or else created, at this moment or later. */
  since?: Moment | undefined
  /** The same, before this moment. */
  before?: Moment | undefined
}

const changedAt = sql<Date>`coalesce(j.finished_at, j.updated_at, j.created_at)`

/** Of `artist_research_jobs as j`. */
export function matchJobs({ artistId, state, kind, reason, since, before }: JobFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (artistId !== undefined) conditions.push(sql`j.artist_id = ${artistId}`)
  if (state !== undefined) conditions.push(sql`j.state = ${state}`)
  if (kind !== undefined) conditions.push(sql`j.kind = ${kind}`)
  if (reason !== undefined) conditions.push(sql`j.error_category = ${reason}`)
  if (since !== undefined) conditions.push(sql`${changedAt} >= ${toSqlInstant(since)}`)
  if (before !== undefined) conditions.push(sql`${changedAt} < ${toSqlInstant(before)}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
