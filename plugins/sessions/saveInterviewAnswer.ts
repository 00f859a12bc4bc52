import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { insertVersion, updateEntry } from '#src/records/interview/entry-queries.ts'
import { applyRevision, createNextRevision } from '#src/records/interview/entry-revision.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findForAnswer } from './queries.ts'
import { isAlreadySaved, refusalToAnswer } from './rules.ts'
import { viewSavedQuestion } from './views.ts'

/**
 * Saves the exact answer to an offered question, or its skip, for a question of a sitting and a legacy offer alike
 * (operations, section 3). What is already saved succeeds before the revision is compared, so that a lost reply can be
 * requested again.
 */
export const saveInterviewAnswer: Handler<'saveInterviewAnswer'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { question } = await tx.read(findForAnswer, { entryId: path.answerId })
    if (question === null) throw new Problem('not_found')
    const { session_state: sessionState, memory_sitting: sittingNumber, ...entry } = question
    if (isAlreadySaved(entry, body.answer)) return { status: 200, body: viewSavedQuestion(entry, sittingNumber) }
    const refusal = refusalToAnswer(entry, sessionState, body.expectedRevision)
    if (refusal !== undefined) throw new Problem(refusal.code, refusal)

    const { answer } = body
    const next = createNextRevision(entry, answer)
    const event = tx.addEvent(answer === null ? 'question.skipped' : 'answer.saved', {
      subject: `entry:${entry.id}`,
      revision: next.revision,
      details: { ordinal: entry.ordinal, sessionId: entry.session_id },
    })
    const saved = applyRevision(entry, next, event)
    const version = { ...saved, saved_seq: event.seq, number: 1, note: null }
    // The finish of a sitting queues it; a legacy offer belongs to no sitting.
    const refreshesLore = answer !== null && entry.session_id === null
    const writes = [
      updateEntry(saved),
      ...(answer === null ? [] : [insertVersion({ ...version, answer })]),
      ...(refreshesLore ? [upsertJob(newLoreRefresh(path.id, newId()))] : []),
    ]
    return await tx.commit(writes, { status: 200, body: viewSavedQuestion(saved, sittingNumber) })
  })
