import type { QueryCreator, Transaction } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import { isLeased } from './due-jobs.ts'

/**
 * Whether the slice still has its lease; if so, locks the job until the transaction ends, for results that take several
 * statements to save. Lock the artist first where both are needed.
 */
export async function lockLease(trx: Transaction<DB>, job: ClaimedJob): Promise<boolean> {
  const leased = await trx
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .where(isLeased)
    .forUpdate()
    .executeTakeFirst()
  return leased !== undefined
}

/**
 * Writes the checkpoint in the middle of a slice without releasing the lease: a call to a provider is recorded before
 * it is sent, so that a worker that takes the job over after a crash knows of it. It is no progress: `attempts` is
 * unchanged.
 * @returns false when the lease is lost: then nothing may be sent
 */
export async function saveCheckpoint(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  checkpoint: { [name: string]: JsonValue },
): Promise<boolean> {
  const row = await qc
    .updateTable('artist_research_jobs')
    .set({ checkpoint: JSON.stringify(checkpoint) })
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .where(isLeased)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
