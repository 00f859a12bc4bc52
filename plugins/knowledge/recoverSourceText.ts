import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import { keepIfPublic } from '#src/evidence/references/public-metadata.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { recoverPurpose, recoverPurposePattern, selectRecoverable } from '#src/research/recover/recovery.ts'

/** Queues the recovery of texts that are missing; nothing is fetched inside the request (operations, section 6). */
export const recoverSourceText: Handler<'recoverSourceText'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId } = path
  // Each record once: two spellings of a uuid name the same one.
  const sourceIds = [...new Set(body.sourceIds.map((id) => `vault:${id.toLowerCase()}`))]
  return changeArtist(db, findForRecovery({ caller, artistId, sourceIds }), async (tx, { records, isLive }) => {
    const found = sourceIds.map((id) => records?.find(({ source_id, url }) => source_id === id && keepIfPublic(url)))
    const refused = found.indexOf(undefined)
    if (refused >= 0)
      throw createInvalidRequest(
        `sourceIds/${refused}`,
        'is no approved public record of this artist with a web address',
      )
    const missing = found.flatMap((record) => (record?.revision === null ? record.source_id : []))
    if (missing.length === 0) return { status: 200, body: { status: 'ok', jobId: null, queued: 0 } }
    if (isLive) throw new Problem('work_in_progress')
    const payload = { sourceIds: missing }
    const job = { artistId, id: newId(), kind: 'source_search', purpose: recoverPurpose, payload } as const
    tx.write(upsertJob(job))
    return { status: 202, body: { status: 'ok', jobId: job.id, queued: missing.length } }
  })
}

/** What a recovery is decided on: those of the records that can be recovered, and whether a recovery is live. */
const findForRecovery = prepareRead((db, { artistId, sourceIds }: { artistId: string; sourceIds: string[] }) => {
  const records = selectRecoverable(db, artistId)
    .select(['source_id', 'url', 'revision'])
    .where(sql<boolean>`source_id = any(${sourceIds})`)
  const live = db
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'source_search')
    .where('purpose', 'like', recoverPurposePattern)
    .where('state', 'in', ['pending', 'waiting'])
  return [jsonArrayFrom(records).as('records'), sql<boolean>`exists ${live}`.as('isLive')]
})
