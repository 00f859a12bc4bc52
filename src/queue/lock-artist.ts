import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Locks the artist's row for a job's changes: `lockArtist` without a caller, since the lease stands in for the
 * permission. Take it before the job's row, as every request that enqueues a job does.
 */
export async function lockArtistForJob(trx: Transaction<DB>, artistId: string): Promise<void> {
  await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().executeTakeFirstOrThrow()
}
