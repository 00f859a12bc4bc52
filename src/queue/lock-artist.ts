import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Locks the artist's row for changes of several jobs that append no event. Take it before a job's row: an event's
 * foreign key waits for it, and a change writes its event before it writes a job. One who was erased is not there to be
 * locked, and neither is the job that is asked for next.
 */
export async function lockArtistForJob(trx: Transaction<DB>, artistId: string): Promise<void> {
  await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
}
