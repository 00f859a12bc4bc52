import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { applyTransition, completeJob, type SliceEnding } from '#src/queue/transitions.ts'
import { sha256Hex } from '#src/text/revisions.ts'

/**
 * Ends a job together with something that can be counted: a row that names the job and has no other guard against a
 * second one.
 */
export async function keepEffect(db: Kysely<DB>, job: ClaimedJob): Promise<SliceEnding> {
  const effect = {
    ...{ artist_id: job.artist_id, number: sql<number>`(select count(*) + 1 from lore_versions)` },
    ...{ text: '', citations: '[]', revision: sha256Hex(job.lease_token), job_id: job.id },
  }
  const ending = completeJob(
    db.with('effect', (qc) => qc.insertInto('lore_versions').values(effect)),
    job,
    { steps: 1 },
  )
  return await applyTransition(ending)
}

/** How often the effect of a job was kept. */
export async function effectsOf(db: Kysely<DB>, jobId: string): Promise<number> {
  const rows = await db.selectFrom('lore_versions').select('number').where('job_id', '=', jobId).execute()
  return rows.length
}
