import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { buildPurpose, completeRequest } from '#src/research/questions/request.ts'
import { findQuestionResearch, findQuotaUsage, insertQuestionJob, requireArtist } from './queries.ts'
import { isReusable, refusalToEnqueue, validateQuestion } from './rules.ts'
import { viewQuestionResearch } from './views.ts'

/**
 * Shares equal work, takes over a recent result, or queues new work within the quotas; nothing runs inside the request
 * (operations, section 7). Of two requests at once the second waits, and finds the first one's question.
 */
export const requestQuestionResearch: Handler<'requestQuestionResearch'> = (call, { db, newId }) => {
  const { path, caller } = call
  const request = completeRequest(call.body)
  validateQuestion(request)
  const purpose = buildPurpose(request)
  const scope = caller.kind === 'user' ? { artistId: path.id, caller } : { artistId: path.id }
  return changeArtist(db, scope, async (tx) => {
    const { trx } = await tx.open()
    // The research key may ask about every artist; a user's permission was checked with the lock.
    if (caller.kind !== 'user') await requireArtist(trx, path.id)
    const traffic = await findQuotaUsage(trx, path.id, purpose)
    const equal =
      traffic.equal_id === null ? undefined : await findQuestionResearch(trx, caller, path.id, traffic.equal_id)
    if (equal !== undefined) {
      const body = viewQuestionResearch(equal, caller.kind)
      if (isReusable(body.stage, equal.ended_seconds_ago)) return { status: 202, body: { ...body, reused: true } }
    }
    const refusal = refusalToEnqueue(traffic)
    if (refusal !== undefined) throw new Problem(refusal.code, refusal)
    const id = await insertQuestionJob(trx, { artistId: path.id, id: newId(), purpose, request })
    const queued = await findQuestionResearch(trx, caller, path.id, id)
    if (queued === undefined) throw new Problem('internal', { cause: 'A question that was queued is not there' })
    return { status: 202, body: { ...viewQuestionResearch(queued, caller.kind), reused: false } }
  })
}
