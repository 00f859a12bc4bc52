import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { change } from '#src/database/change/change.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { leavesOf } from '#src/records/audit/leaves.ts'
import { applyRevision, createAnsweredRevision, createSkippedRevision } from '#src/records/interview/entry-revision.ts'
import { memoryCacheTag } from '#src/records/memory/snapshot.ts'
import { markStep } from './change-queries.ts'
import { answerLeaves } from './left.ts'
import { findQuestion } from './queries.ts'
import { isAlreadySaved, refreshesLore, refusalToAnswer } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves the exact answer to an offered question, or its skip; of a sitting and of earlier days alike (operations,
 * section 3). What is saved already is a success before the revision is looked at, so that a lost reply can be asked
 * for again.
 */
export const saveInterviewAnswer: Handler<'saveInterviewAnswer'> = ({ path, body, caller, tell }, { db, newId }) =>
  change(db, path.id, async (changing) => {
    const artistId = path.id
    const forArtist = { caller, artistId }
    const reading = findQuestion({ ...forArtist, entryId: path.answerId })
    const [{ question, ...head }] = await readAuthorized(changing, forArtist, reading)
    if (question === null) throw new Problem('not_found')
    const { session_state: sessionState, memory_sitting: sitting, ...entry } = question
    if (isAlreadySaved(entry, body.answer)) return { status: 200, body: viewSavedQuestion(entry, sitting) }
    const refusal = refusalToAnswer(entry, sessionState, body.expectedRevision)
    if (refusal !== undefined) throw new Problem(refusal)
    await changing.inTurn()

    const step = body.answer === null ? createSkippedRevision(entry) : createAnsweredRevision(entry, body.answer)
    const event = nextEvent(head, {
      artistId,
      action: step.state === 'answered' ? 'answer.saved' : 'question.skipped',
      subject: `entry:${entry.id}`,
      revision: step.revision,
      actor: caller.subject,
      details: { ordinal: entry.ordinal, sessionId: entry.session_id },
    })
    const saving = markStep(entry, step, toEventRow(event), refreshesLore(entry, step) ? newId() : undefined)
    const answered = applyRevision(entry, step, event)
    const changed = [entry.id, entry.session_id, step.state === 'answered' ? memoryCacheTag : null]
    const leaves = leavesOf(event, changed, ...answerLeaves(forArtist, answered))
    return await changing.keepWhile(saving, leaves, () =>
      tell({ status: 200, body: viewSavedQuestion(answered, sitting) }),
    )
  })
