import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { skippedStep } from '#src/interview/chain.ts'
import { Problem } from '#src/problems/problem.ts'
import { loreRefresh } from './jobs.ts'
import { findSitting, markFinished } from './queries.ts'
import { hasAnswer, openQuestionOf } from './rules.ts'
import { viewInterview } from './views.ts'

/**
 * Closes a sitting: its open question is skipped and, when it has an answer, a Lore refresh is queued, all in one commit
 * (interface, 4.1). A finished sitting is returned as it is saved.
 */
export const finishInterviewSitting: Handler<'finishInterviewSitting'> = ({ path, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const artistId = path.id
    await lockArtist(trx, caller, artistId)
    const { sitting, legacyOffers, ...head } = await findSitting(trx, caller, artistId, path.sessionId)
    if (sitting === null) throw new Problem('not_found')
    if (sitting.state === 'finished') return { status: 200, body: viewInterview(sitting, legacyOffers) }

    const open = openQuestionOf(sitting)
    const skip = open && { id: open.id, step: skippedStep(open) }
    const event = nextEvent(head, {
      artistId,
      action: 'sitting.finished',
      subject: `session:${sitting.id}`,
      revision: null,
      actor: caller.subject,
      details: { sitting: sitting.sitting, skipped: skip === undefined ? [] : [skip.id] },
    })
    const job = hasAnswer(sitting) ? loreRefresh(artistId, newId()) : undefined
    const finished = await markFinished(trx, sitting, skip, event, job)

    const questions = sitting.questions.map((question) =>
      question.id === skip?.id ? { ...question, ...skip.step, answer_updated_at: event.at } : question,
    )
    return { status: 200, body: viewInterview({ ...finished, questions }, legacyOffers) }
  })
