import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { answeredStep } from '#src/interview/chain.ts'
import { Problem } from '#src/problems/problem.ts'
import { findForRevise, markRevised } from './queries.ts'
import { currentVersion, refusalToRevise } from './rules.ts'
import { viewSingle } from './views.ts'

/**
 * Puts a new wording in the place of a saved one; the earlier stays a version (interface, sections 3 and 4.3). The saved wording sent again
 * is a success before any revision is looked at, `If-Match` included: what the caller wants is so already.
 */
export const reviseInterviewResponse: Handler<'reviseInterviewResponse'> = (call, { db, newId }) =>
  transact(db, async (trx) => {
    const { path, body, headers, caller } = call
    await lockArtist(trx, caller, path.id)
    const { current, number, ...head } = await findForRevise(trx, caller, path.id, path.answerId)
    const saved = current && currentVersion(current)
    if (!current || !saved) throw new Problem('not_found')
    if (saved.answer === body.answer) return viewSingle(current, saved)
    const refusal = refusalToRevise(current, body, headers['If-Match'])
    if (refusal !== undefined) throw new Problem(refusal)

    const step = answeredStep(current, body.answer)
    const wording = { answer: body.answer, step, number: (number ?? 0) + 1, note: body.note ?? null }
    const event = nextEvent(head, {
      artistId: path.id,
      action: 'answer.revised',
      subject: `entry:${current.id}`,
      revision: step.revision,
      actor: caller.subject,
      details: { number: wording.number, note: wording.note },
    })
    const revised = await markRevised(trx, current.id, wording, event, newId())
    return viewSingle(revised, { revision: step.revision, answer: body.answer, saved_at: event.at })
  })
