import type { Database } from '#src/database/database.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { saveSlice } from '../save-slice.ts'
import { type PaidStep, tryCharge } from './daily-budget.ts'

/**
 * Counts a paid request of a slice, before it is sent. `spent`: today's budget of the artist is used up. `lease_lost`:
 * the lease is lost, and nothing is counted.
 */
export const chargeJob = (db: Database, job: ClaimedJob, step: PaidStep): Promise<'paid' | 'spent' | 'lease_lost'> =>
  saveSlice<'paid' | 'spent' | 'lease_lost'>(db, job, 'lease_lost', async ({ trx }) =>
    (await tryCharge(trx, job.artist_id, step)) ? 'paid' : 'spent',
  )
