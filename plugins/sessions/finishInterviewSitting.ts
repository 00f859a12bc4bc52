import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { updateEntry } from '#src/records/interview/entry-queries.ts'
import { applyRevision, createNextRevision } from '#src/records/interview/entry-revision.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findForFinish, markFinished } from './queries.ts'
import { viewInterview } from './views.ts'

/**
 * Closes a sitting in one commit: skips its open question and, if the sitting has an answer, queues a Lore refresh
 * (interface, section 4.1). A finished sitting is returned as it is saved.
 */
export const finishInterviewSitting: Handler<'finishInterviewSitting'> = ({ path, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { sitting, legacyOffers } = await tx.read(findForFinish, { sessionId: path.sessionId })
    if (sitting === null) throw new Problem('not_found')
    if (sitting.state === 'finished') return { status: 200, body: viewInterview(sitting, legacyOffers) }

    // At most one is open: an offer requires all earlier ones closed.
    const open = sitting.questions.find(({ state }) => state === 'offered')
    const event = tx.addEvent('sitting.finished', {
      subject: `session:${sitting.id}`,
      revision: null,
      details: { sitting: sitting.sitting, skipped: open === undefined ? [] : [open.id] },
    })
    const skipped = open && applyRevision(open, createNextRevision(open, null), event)
    const questions = sitting.questions.map((question) => (skipped?.id === question.id ? skipped : question))
    const finished = { ...sitting, state: 'finished' as const, closed_at: event.instant, questions }
    const hasAnswer = questions.some(({ state }) => state === 'answered')
    const writes = [
      ...(skipped === undefined ? [] : [updateEntry(skipped)]),
      markFinished({ artistId: path.id, sessionId: sitting.id, closedAt: event.instant }),
      ...(hasAnswer ? [upsertJob(newLoreRefresh(path.id, newId()))] : []),
    ]
    return await tx.commit(writes, { status: 200, body: viewInterview(finished, legacyOffers) })
  })
