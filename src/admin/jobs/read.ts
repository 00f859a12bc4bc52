import { type Kysely, sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { ArtistResearchJobs, DB } from '#src/database/tables.gen.ts'
import { listPage } from '../listing.ts'
import { refuseUnknownArtist } from '../unknown-names.ts'
import { explainClaimability, type Pause, type StoredJob } from './explain.ts'
import { pauseOfJob } from './pauses.ts'

type JobNow = StoredJob & { artist: string; now: Date; pause: Pause | null }

/** Selects jobs that match every given property. */
export type JobFilter = {
  artistId?: string | undefined
  state?: ArtistResearchJobs['state'] | undefined
  kind?: ArtistResearchJobs['kind'] | undefined
  limit: number
}

/**
 * Jobs, newest first, each with why it cannot be claimed now.
 * @throws Problem `not_found` when there is no such artist
 */
export async function listJobs(db: Kysely<DB>, { artistId, state, kind, limit }: JobFilter) {
  await refuseUnknownArtist(db, artistId)
  let query = selectJobRows(db).orderBy('j.id', 'desc')
  if (artistId !== undefined) query = query.where('j.artist_id', '=', artistId)
  if (state !== undefined) query = query.where('j.state', '=', state)
  if (kind !== undefined) query = query.where('j.kind', '=', kind)
  const { rows, more } = await listPage(query, limit)
  return { rows: rows.map(viewListedJob), more }
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

export const viewListedJob = ({ now, pause, ...job }: JobNow) => ({
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
  createdAt: job.created_at,
  updatedAt: job.updated_at,
})

/** With the clock that claims use. */
const selectJobRows = (db: Kysely<DB>) =>
  db
    .selectFrom('artist_research_jobs as j')
    .innerJoin('artists as a', 'a.id', 'j.artist_id')
    .selectAll('j')
    .select(['a.name as artist', sql<Date>`now()`.as('now'), pauseOfJob.as('pause')])
