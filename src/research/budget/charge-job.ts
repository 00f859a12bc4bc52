import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { transact } from '#src/database/transaction.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { lockLease } from '#src/queue/lease.ts'
import { type PaidStep, tryCharge } from './daily-budget.ts'

/**
 * Counts a paid request of a slice, before it is sent. `spent`: today's budget of the artist is used up. `lease_lost`:
 * the lease is lost, and nothing is counted.
 */
export const chargeJob = (db: Kysely<DB>, job: ClaimedJob, step: PaidStep): Promise<'paid' | 'spent' | 'lease_lost'> =>
  transact(db, async (trx) => {
    if (!(await lockLease(trx, job))) return 'lease_lost'
    return (await tryCharge(trx, job.artist_id, step)) ? 'paid' : 'spent'
  })
