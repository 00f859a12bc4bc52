import type { QueryCreator, UpdateObject } from 'kysely'
import type { Database } from '#src/database/database.ts'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import type { ClaimedJob } from './claim.ts'
import { isLeased } from './due-jobs.ts'

/** The job was claimed again, or could have been: its slice has written nothing, and may send nothing. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** Identifies a job and the lease under which it was claimed. */
export type Lease = Pick<ClaimedJob, 'artist_id' | 'id' | 'lease_token'>

export type JobColumns = UpdateObject<DB, 'artist_research_jobs'>

/** Updates a job as long as the lease is valid (fencing); no row otherwise. */
export const updateUnderLease = (qc: QueryCreator<DB>, lease: Lease, columns: JobColumns) =>
  qc
    .updateTable('artist_research_jobs')
    .set(columns)
    .where('artist_id', '=', lease.artist_id)
    .where('id', '=', lease.id)
    .where('lease_token', '=', lease.lease_token)
    .where(isLeased)
    .returning('state')

/**
 * Changes the artist for a slice, all of it or nothing, under the artist's lock and then the job's: a change of the
 * artist that queues a job takes them in this order, too.
 * @throws LeaseLostError
 */
export const changeUnderLease = <T>(
  db: Database,
  job: ClaimedJob,
  work: (change: AuditTrail) => Promise<T>,
): Promise<T> =>
  changeArtist(db, { artistId: job.artist_id }, async (change) => {
    const leased = await change.trx
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', job.artist_id)
      .where('id', '=', job.id)
      .where('lease_token', '=', job.lease_token)
      .where(isLeased)
      .forUpdate()
      .executeTakeFirst()
    if (leased === undefined) throw new LeaseLostError()
    return await work(change)
  })

/**
 * Writes the checkpoint in the middle of a slice without releasing the lease: a call to a provider is recorded before
 * it is sent, so that a worker that takes the job over after a crash knows of it. It is no progress: `attempts` is
 * unchanged.
 * @throws LeaseLostError
 */
export async function saveCheckpoint(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  checkpoint: { [name: string]: JsonValue },
): Promise<void> {
  const columns = { checkpoint: JSON.stringify(checkpoint) }
  await updateUnderLease(qc, job, columns).executeTakeFirstOrThrow(() => new LeaseLostError())
}
