import type { Handler } from '#plugins/handler.ts'
import { lockArtist } from '#src/auth/artist-authorization.ts'
import { invalid, Problem } from '#src/contract/problems/problem.ts'
import { transact } from '#src/database/transaction.ts'
import { findForRecovery, insertRecovery } from './recovery-queries.ts'
import { nextRecovery, toVaultSourceIds } from './recovery-rules.ts'

/** Queues the recovery of texts that are missing; nothing is fetched inside the request (operations, section 6). */
export const recoverSourceText: Handler<'recoverSourceText'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const wanted = toVaultSourceIds(body.sourceIds)
    await lockArtist(trx, caller, path.id)
    const { records, isLive } = await findForRecovery(trx, caller, path.id, wanted)
    const recovery = nextRecovery(wanted, records)
    if ('refused' in recovery) {
      throw invalid(`sourceIds/${recovery.refused}`, 'is no approved public record of this artist with a web address')
    }
    const { missing } = recovery
    if (missing.length === 0) return { status: 200, body: { status: 'ok', jobId: null, queued: 0 } }
    if (isLive) throw new Problem('work_in_progress')
    const { id } = await insertRecovery(trx, path.id, newId(), missing)
    return { status: 202, body: { status: 'ok', jobId: id, queued: missing.length } }
  })
