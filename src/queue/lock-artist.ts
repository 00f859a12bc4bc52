import type { Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Locks the artist's row for changes of several jobs that append no event. Take it before a job's row: an event's
 * foreign key waits for it, and a change writes its event before it writes a job. An erased artist has no row and no
 * jobs: nothing is locked then, and the caller finds no job.
 */
export async function lockArtistForJob(trx: Transaction<DB>, artistId: string): Promise<void> {
  await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
}
