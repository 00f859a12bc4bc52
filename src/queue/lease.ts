import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'
import { isLeased } from './due-jobs.ts'

/**
 * Whether the slice still has its lease; if so, locks the job until the transaction ends, for results that take several
 * statements to save. Lock the artist first where both are needed.
 */
export async function lockLease(trx: Transaction<DB>, job: ClaimedJob): Promise<boolean> {
  return (await selectLease(trx, job).forUpdate().executeTakeFirst()) !== undefined
}

/** Whether the slice still has its lease. The transition at the end of the slice checks it again. */
export async function holdsLease(trx: Transaction<DB>, job: ClaimedJob): Promise<boolean> {
  return (await selectLease(trx, job).executeTakeFirst()) !== undefined
}

const selectLease = (trx: Transaction<DB>, job: ClaimedJob) =>
  trx
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .where(isLeased)
