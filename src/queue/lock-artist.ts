import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Locks the artist's row for what a job is about to change: the form of `lockArtist` without a caller, whose place the
 * job's lease takes. Taken before the job's own row, as every request that queues a job does.
 */
export async function lockArtistForJob(trx: Transaction<DB>, artistId: string): Promise<void> {
  await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().executeTakeFirstOrThrow()
}
