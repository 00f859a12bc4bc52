import type { Database } from '#src/database/database.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { holdsLease } from '#src/queue/lease.ts'
import { type InteractiveTransaction, runInteractiveTransaction } from '#src/records/audit/interactive-transaction.ts'

/**
 * Saves what a slice found together with the transition that ends it, all of it or nothing. The job's row is not locked
 * before the transition writes it: a change of the artist appends its event first and then writes jobs, and so must
 * this. A transition that finds the lease lost rolls everything back.
 * @returns the result of `save`; `leaseLost` when the lease is gone
 */
export async function saveSlice<Result extends object | string>(
  db: Database,
  job: ClaimedJob,
  leaseLost: Result,
  save: (transaction: InteractiveTransaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await runInteractiveTransaction(db, { artistId: job.artist_id }, async (transaction) => {
      if (!(await holdsLease(transaction.trx, job))) throw new LeaseLostError()
      const result = await save(transaction)
      if (typeof result === 'object' && 'ending' in result && result.ending === 'lease_lost') throw new LeaseLostError()
      return result
    })
  } catch (error) {
    if (error instanceof LeaseLostError) return leaseLost
    throw error
  }
}

class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
