import type { Handler } from '#plugins/handler.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { recoverPurpose } from '#src/research/recover/recovery.ts'
import { findForRecovery, nextRecovery, toVaultSourceIds } from './recovery.ts'

/** Queues the recovery of texts that are missing; nothing is fetched inside the request (operations, section 6). */
export const recoverSourceText: Handler<'recoverSourceText'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const sourceIds = toVaultSourceIds(body.sourceIds)
    const { records, isLive } = await tx.read(findForRecovery, { sourceIds: sourceIds })
    const recovery = nextRecovery(sourceIds, records ?? [])
    if ('refused' in recovery) {
      throw createInvalidRequest(
        `sourceIds/${recovery.refused}`,
        'is no approved public record of this artist with a web address',
      )
    }
    const { missing } = recovery
    if (missing.length === 0) return { status: 200, body: { status: 'ok', jobId: null, queued: 0 } }
    if (isLive) throw new Problem('work_in_progress')

    const payload = { sourceIds: missing }
    const job = { artistId: path.id, id: newId(), kind: 'source_search', purpose: recoverPurpose, payload } as const
    const response = { status: 202, body: { status: 'ok', jobId: job.id, queued: missing.length } } as const
    return await tx.commit([insertJob(job)], response)
  })
