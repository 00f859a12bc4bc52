import { type Kysely, sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type ListPage, listPage } from '../listing.ts'
import { refuseUnknownArtist } from '../unknown-names.ts'
import { type ClaimExplanation, explainClaimability, type Pause, type StoredJob } from './explain.ts'
import { type JobFilter, matchJobs } from './filter.ts'
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
