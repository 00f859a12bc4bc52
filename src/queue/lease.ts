import type { Transaction } from 'kysely'
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
