import { type QueryCreator, sql } from 'kysely'
import type { JsonValue } from '#src/database/json.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from './claim.ts'

/**
 * Writes the checkpoint in the middle of a slice and keeps the lease: what is about to be sent outside is known before
 * it is sent, also to whoever takes the job over should this process end now. It counts as no progress, so attempts
 * stand.
 * @returns false when the slice is not its own any more: then nothing may be sent
 */
export async function saveCheckpoint(
  qc: QueryCreator<DB>,
  job: ClaimedJob,
  checkpoint: { [name: string]: JsonValue },
): Promise<boolean> {
  const row = await qc
    .updateTable('artist_research_jobs')
    .set({ checkpoint: JSON.stringify(checkpoint) })
    .where('artist_id', '=', job.artist_id)
    .where('id', '=', job.id)
    .where('lease_token', '=', job.lease_token)
    .where(sql<boolean>`leased_until > clock_timestamp()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
