import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import { optimisticTransaction } from '#src/records/audit/optimistic-transaction.ts'
import { applyRevision, createAnsweredRevision } from '#src/records/interview/entry-revision.ts'
import { findForRevise } from '#src/records/interview/revise-query.ts'
import { insertVersion, markStep } from '#src/records/interview/step-queries.ts'
import { newLoreRefresh } from '#src/research/lore/refresh-job.ts'
import { currentVersion, normalizeNote, refusalToRevise } from './rules.ts'
import { viewSingle } from './views.ts'

/**
 * Puts a new wording in the place of a saved one; the earlier stays a version (interface, sections 3 and 4.3). The
 * saved wording sent again is a success before any revision is looked at, `If-Match` included: what the caller wants is
 * so already.
 */
export const reviseInterviewResponse: Handler<'reviseInterviewResponse'> = (
  { path, body, headers, caller },
  { db, newId },
) =>
  optimisticTransaction(db, { artistId: path.id, caller }, async (tx) => {
    const { current, number } = await tx.read(findForRevise, { answerId: path.answerId })
    const saved = current && currentVersion(current)
    if (!current || !saved) throw new Problem('not_found')
    if (saved.answer === body.answer) return viewSingle(current, saved)
    const refusal = refusalToRevise(current, body, headers['If-Match'])
    if (refusal !== undefined) throw new Problem(refusal)

    const step = createAnsweredRevision(current, body.answer)
    const wording = { number: (number ?? 0) + 1, note: normalizeNote(body) }
    const event = tx.event('answer.revised', {
      subject: `entry:${current.id}`,
      revision: step.revision,
      details: { note: wording.note, number: wording.number },
    })
    const revised = applyRevision(current, step, event)
    const writes = [
      markStep(current.id, step, event),
      insertVersion(current.id, step, wording, event),
      insertJob(newLoreRefresh(path.id, newId())),
    ]
    return await tx.commit(writes, viewSingle(revised, { ...step, answer: body.answer, saved_at: event.instant }))
  })
