import type { Database } from '#src/database/database.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { lockLease } from '#src/queue/lease.ts'
import type { Slice, SliceContext } from '#src/queue/slice.ts'
import { changeArtist, type OpenChange } from '#src/records/audit/change-artist.ts'
import type { Providers } from './providers/index.ts'

/** The dependencies of a research slice: the queue's context and the external systems. */
export type ResearchContext = SliceContext & { providers: Providers }

export type ResearchSlice = Slice<ResearchContext>

/**
 * Saves what a slice found, all of it or nothing, under the artist's lock and then the lease's: a change of the artist
 * that queues a job takes them in this order, too. A transition that finds the lease lost rolls everything back.
 * @returns the result of `save`; `leaseLost` when the lease is gone
 */
export async function saveSlice<Result extends object | string | number>(
  db: Database,
  job: ClaimedJob,
  leaseLost: Result,
  save: (change: OpenChange) => Promise<Result>,
): Promise<Result> {
  try {
    return await changeArtist(db, { artistId: job.artist_id }, async (tx) => {
      const change = await tx.open()
      if (!(await lockLease(change.trx, job))) throw new LeaseLostError()
      const result = await save(change)
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
