import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { enqueueJobs, type NewJob } from '#src/queue/enqueue.ts'

/** The purpose that distinguishes making the vectors of texts from other jobs of its kind; one per artist. */
export const embedPurpose = 'embed'

export const newEmbedding = (artistId: string, id: string): NewJob => ({
  artistId,
  id,
  kind: 'source_search',
  purpose: embedPurpose,
})

/** Jobs of one statement: each takes seven of its 65,535 parameters. */
const jobsMax = 1_000

/** Queues the job of each of these artists, in the transaction that changes their texts. */
export async function enqueueEmbeddings(trx: Transaction<DB>, artistIds: readonly string[]): Promise<void> {
  for (let at = 0; at < artistIds.length; at += jobsMax) {
    const jobs = artistIds.slice(at, at + jobsMax).map((artistId) => newEmbedding(artistId, uuidv7()))
    await enqueueJobs(trx, jobs).execute()
  }
}
