import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { buildPurpose, completeRequest } from '#src/research/questions/request.ts'
import { findQuestion, findQuotaUsage, listFoundPassages, takeSlot } from './queries.ts'
import { isReusable, refusalToEnqueue, validateQuestion } from './rules.ts'
import { viewQuestionResearch } from './views.ts'

/**
 * Shares equal work, takes over a recent result, or queues new work within the quotas; nothing runs inside the request
 * (operations, section 7). Of two requests at once the second waits, and finds the first one's question.
 */
export const requestQuestionResearch: Handler<'requestQuestionResearch'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId } = path
  const request = completeRequest(body)
  validateQuestion(request)
  const purpose = buildPurpose(request)
  // The research key may ask about every artist; a user's permission is checked with the lock.
  const scope = caller.kind === 'user' ? { artistId, caller } : { artistId }
  return changeArtist(db, scope, async (change) => {
    const { trx } = await change.open()
    const equal = await findQuestion(trx, caller, artistId, { column: 'purpose', value: purpose })
    if (equal !== undefined) {
      const passages = await listFoundPassages(trx, artistId, equal.findings.windows)
      const research = viewQuestionResearch(equal, passages, caller.kind)
      if (isReusable(research.stage, equal.ended_seconds_ago))
        return { status: 202, body: { ...research, reused: true } }
    }
    // Asked again where other requests have taken the last slots in between.
    for (let isTaken = false; !isTaken; isTaken = await takeSlot(trx)) {
      const refusal = refusalToEnqueue(await findQuotaUsage(trx, artistId))
      if (refusal !== undefined) throw new Problem(refusal.code, refusal)
    }
    const id = newId()
    await enqueueJob(trx, { artistId, id, kind: 'source_search', purpose, payload: request }).execute()
    const queued = await findQuestion(trx, caller, artistId, { column: 'id', value: id })
    if (queued === undefined) throw new Problem('internal', { cause: 'A question that was queued is not there' })
    return { status: 202, body: { ...viewQuestionResearch(queued, [], caller.kind), reused: false } }
  })
}
