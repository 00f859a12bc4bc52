import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { transact } from '#src/database/transact.ts'
import { purposeOf, wholeRequest } from '#src/research/questions/request.ts'
import { findTraffic, insertQuestion, lockArtistFor } from './asking-queries.ts'
import { findQuestion } from './queries.ts'
import { mayTakeOver, refusalToAsk, refuseUnaskable } from './rules.ts'
import { viewQuestion } from './views.ts'

/**
 * Shares equal work, takes over a recent result, or queues new work within the quotas; nothing runs inside the request (operations,
 * section 7). The artist's row is locked before anything is counted, so requests of one artist decide one after the other.
 */
export const requestQuestionResearch: Handler<'requestQuestionResearch'> = (call, { db, newId }) => {
  const { path, caller } = call
  const request = wholeRequest(call.body)
  refuseUnaskable(request)
  const purpose = purposeOf(request)
  return transact(db, async (trx) => {
    await lockArtistFor(trx, caller, path.id)
    const traffic = await findTraffic(trx, path.id, purpose)
    const equal = traffic.equal_id === null ? undefined : await findQuestion(trx, caller, path.id, traffic.equal_id)
    if (equal !== undefined) {
      const body = viewQuestion(equal, caller.kind)
      if (mayTakeOver(body.stage, equal.ended_seconds_ago)) return { status: 202, body: { ...body, reused: true } }
    }
    const refusal = refusalToAsk(traffic)
    if (refusal !== undefined) throw new Problem(refusal.code, refusal)
    const id = await insertQuestion(trx, { artistId: path.id, id: newId(), purpose, request })
    const queued = await findQuestion(trx, caller, path.id, id)
    if (queued === undefined) throw new Problem('internal', { cause: 'A question that was queued is not there' })
    return { status: 202, body: { ...viewQuestion(queued, caller.kind), reused: false } }
  })
}
