import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { change } from '#src/database/change/change.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { leavesOf } from '#src/records/audit/leaves.ts'
import { applyRevision, createSkippedRevision } from '#src/records/interview/entry-revision.ts'
import { markFinished } from './change-queries.ts'
import { findSitting } from './queries.ts'
import { findOpenQuestion, hasAnswer } from './rules.ts'
import { viewInterview } from './views.ts'

/**
 * Closes a sitting: its open question is skipped and, when it has an answer, a Lore refresh is queued, all in one
 * commit (interface, 4.1). A finished sitting is returned as it is saved.
 */
export const finishInterviewSitting: Handler<'finishInterviewSitting'> = ({ path, caller, tell }, { db, newId }) =>
  change(db, path.id, async (changing) => {
    const artistId = path.id
    const reading = findSitting({ caller, artistId, sessionId: path.sessionId })
    const [{ sitting, legacyOffers, ...head }] = await readAuthorized(changing, { caller, artistId }, reading)
    if (sitting === null) throw new Problem('not_found')
    if (sitting.state === 'finished') return { status: 200, body: viewInterview(sitting, legacyOffers) }
    await changing.inTurn()

    const open = findOpenQuestion(sitting)
    const skip = open && { id: open.id, step: createSkippedRevision(open) }
    const event = nextEvent(head, {
      artistId,
      action: 'sitting.finished',
      subject: `session:${sitting.id}`,
      revision: null,
      actor: caller.subject,
      details: { sitting: sitting.sitting, skipped: skip === undefined ? [] : [skip.id] },
    })
    const closing = markFinished(sitting.id, skip, toEventRow(event), hasAnswer(sitting) ? newId() : undefined)
    const leaves = leavesOf(event, [sitting.id, ...(skip === undefined ? [] : [skip.id])])
    return await changing.keepWhile(closing, leaves, () => {
      const questions = sitting.questions.map((question) =>
        question.id === skip?.id ? applyRevision(question, skip.step, event) : question,
      )
      const finished = { ...sitting, state: 'finished' as const, closed_at: event.instant, questions }
      return tell({ status: 200, body: viewInterview(finished, legacyOffers) })
    })
  })
