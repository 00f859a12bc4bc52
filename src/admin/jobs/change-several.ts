import { type Kysely, sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { refuseUnknownArtist } from '../unknown-names.ts'
import { type JobFilter, matchJobs } from './filter.ts'

export type SelectedJob = { id: string; kind: string; state: string; reason: string | null }

/**
 * The jobs of a filter, the oldest first, to be counted before they are changed.
 * @throws Problem `not_found` when there is no such artist
 */
export async function selectJobs(db: Kysely<DB>, filter: JobFilter): Promise<SelectedJob[]> {
  await refuseUnknownArtist(db, filter.artistId)
  return await db
    .selectFrom('artist_research_jobs as j')
    .select(['j.id', 'j.kind', 'j.state', sql<string | null>`j.error_category`.as('reason')])
    .where(matchJobs(filter))
    .orderBy('j.id')
    .execute()
}

export type SeveralChanged = {
  changed: number
  unchanged: number
  /** Those that have moved on since they were selected, or are refused for a reason of their own. */
  refused: { jobId: string; code: string; error: string }[]
}

/**
 * Changes jobs one after the other, each in a transaction of its own; a refusal of one does not stop the others.
 * @throws Problem as `change` for anything that is no refusal, such as an outage; those before stay changed
 */
export async function changeSeveral(
  jobIds: readonly string[],
  change: (jobId: string) => Promise<boolean>,
): Promise<SeveralChanged> {
  const outcome: SeveralChanged = { changed: 0, unchanged: 0, refused: [] }
  for (const jobId of jobIds) {
    try {
      if (await change(jobId)) outcome.changed += 1
      else outcome.unchanged += 1
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      outcome.refused.push({ jobId, code: error.code, error: error.message })
    }
  }
  return outcome
}
