import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { answeredStep, skippedStep } from '#src/interview/chain.ts'
import { Problem } from '#src/problems/problem.ts'
import { loreRefresh } from './jobs.ts'
import { findQuestion, markStep } from './queries.ts'
import { isLoreNews, isSaved, refusalToAnswer } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves the exact answer to an offered question, or its skip; of a sitting and of earlier days alike (operations, section 3).
 * What is saved already is a success before the revision is looked at, so that a lost reply can be asked for again.
 */
export const saveInterviewAnswer: Handler<'saveInterviewAnswer'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const artistId = path.id
    await lockArtist(trx, caller, artistId)
    const { question, ...head } = await findQuestion(trx, caller, artistId, path.answerId)
    if (question === null) throw new Problem('not_found')
    if (isSaved(question, body.answer)) return { status: 200, body: viewSavedQuestion(question) }
    const refusal = refusalToAnswer(question, body.expectedRevision)
    if (refusal !== undefined) throw new Problem(refusal)

    const step = body.answer === null ? skippedStep(question) : answeredStep(question, body.answer)
    const event = nextEvent(head, {
      artistId,
      action: step.state === 'answered' ? 'answer.saved' : 'question.skipped',
      subject: `entry:${question.id}`,
      revision: step.revision,
      actor: caller.subject,
      details: { sessionId: question.session_id, ordinal: question.ordinal },
    })
    const job = isLoreNews(question, step) ? loreRefresh(artistId, newId()) : undefined
    return { status: 200, body: viewSavedQuestion(await markStep(trx, question, step, event, job)) }
  })
