import type { Transaction } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Database } from '#src/database/database.ts'
import { sqlState } from '#src/database/sqlstates.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { statementTimestamp, transactionTimestamp } from '#src/queue/due-jobs.ts'
import type { JobColumns } from '#src/queue/lease.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { explainClaimability, type StoredJob } from './explain.ts'
import { findJob } from './read.ts'

/** An operator's change of a job; false when it has no effect. */
type Action = (trx: Transaction<DB>, job: StoredJob, now: Date) => Promise<boolean>

/**
 * Makes a job due now with all its attempts, also one that has spent some: a failed or cancelled one continues at the
 * checkpoint that it has, a waiting or paused one stops waiting.
 * @throws Problem `not_found`; `state_changed` for a job that is done; `work_in_progress` while a worker has it, or
 * when another live job is in its place
 */
export const retryJob = (db: Database, jobId: string): Promise<boolean> =>
  changeJob(db, jobId, async (trx, job, now) => {
    if (job.state === 'done') throw refusal('state_changed', job, 'is done; request a new job instead')
    const { claimable } = explainClaimability(job, now)
    if (claimable && job.attempts === 0) return false
    const { leased_until: until } = job
    // A lease that has run out leaves the job claimable.
    if (until !== null && !claimable)
      throw refusal('work_in_progress', job, `is being worked on, until ${until.toISOString()} at the latest`)
    await update(trx, job, {
      state: job.waiting_since === null ? 'pending' : 'waiting',
      attempts: 0,
      error_category: null,
      finished_at: null,
      lease_token: null,
      leased_until: null,
      next_run_at: transactionTimestamp,
      queued_at: statementTimestamp,
    }).catch((error: unknown) => {
      // Equal work has at most one live job, and an artist at most one live question: the table's indexes say so.
      if ((error as { code?: string }).code !== sqlState.uniqueViolation) throw error
      throw refusal('work_in_progress', job, 'has another live job in its place: retry it once that one has ended')
    })
    return true
  })

/**
 * Cancels a job that is not finished. A worker that is running it loses its lease and can save nothing.
 * @throws Problem `not_found`; `state_changed` for a job that is done or failed
 */
export const cancelJob = (db: Database, jobId: string): Promise<boolean> =>
  changeJob(db, jobId, async (trx, job) => {
    if (job.state === 'cancelled') return false
    if (job.finished_at !== null) throw refusal('state_changed', job, `is ${job.state} already`)
    await update(trx, job, {
      state: 'cancelled',
      finished_at: transactionTimestamp,
      lease_token: null,
      leased_until: null,
      waiting_since: null,
    })
    return true
  })

/** Locks the artist before the job, as every request that enqueues does, and reads the job under that lock. */
async function changeJob(db: Database, jobId: string, action: Action): Promise<boolean> {
  const { artist_id: artistId } = await findJob(db, jobId)
  return await changeArtist(db, { artistId }, async ({ trx }) => {
    await trx
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('id', '=', jobId)
      .forUpdate()
      .execute()
    const { now, ...job } = await findJob(trx, jobId)
    return await action(trx, job, now)
  })
}

const update = (trx: Transaction<DB>, job: StoredJob, columns: JobColumns) =>
  trx
    .updateTable('artist_research_jobs')
    .set(columns)
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', job.id)
    .execute()

const refusal = (code: 'state_changed' | 'work_in_progress', { id }: StoredJob, why: string) =>
  new Problem(code, { message: `Job ${id} ${why}` })
