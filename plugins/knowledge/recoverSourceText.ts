import { sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import { keepIfPublic } from '#src/evidence/references/public-metadata.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { recoverPurpose, recoverPurposePattern, selectRecoverable } from '#src/research/recover/recovery.ts'

/** Queues the recovery of texts that are missing; nothing is fetched inside the request (operations, section 6). */
export const recoverSourceText: Handler<'recoverSourceText'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (change) => {
    const { trx, artistId } = await change.open()
    // Each record once: two spellings of a uuid name the same one.
    const sourceIds = [...new Set(body.sourceIds.map((id) => `vault:${id.toLowerCase()}`))]
    const records = await selectRecoverable(trx, artistId)
      .select(['source_id', 'url', 'revision'])
      .where(sql<boolean>`source_id = any(${sourceIds})`)
      .execute()
    const found = sourceIds.map((id) => records.find(({ source_id, url }) => source_id === id && keepIfPublic(url)))
    const refused = found.indexOf(undefined)
    if (refused >= 0)
      throw createInvalidRequest(
        `sourceIds/${refused}`,
        'is no approved public record of this artist with a web address',
      )
    const missing = found.flatMap((record) => (record?.revision === null ? record.source_id : []))
    if (missing.length === 0) return { status: 200, body: { status: 'ok', jobId: null, queued: 0 } }

    const live = await trx
      .selectFrom('artist_research_jobs')
      .select('id')
      .where('artist_id', '=', artistId)
      .where('kind', '=', 'source_search')
      .where('purpose', 'like', recoverPurposePattern)
      .where('state', 'in', ['pending', 'waiting'])
      .executeTakeFirst()
    if (live !== undefined) throw new Problem('work_in_progress')
    const payload = { sourceIds: missing }
    const job = { artistId, id: newId(), kind: 'source_search', purpose: recoverPurpose, payload } as const
    await enqueueJob(trx, job).execute()
    return { status: 202, body: { status: 'ok', jobId: job.id, queued: missing.length } }
  })
