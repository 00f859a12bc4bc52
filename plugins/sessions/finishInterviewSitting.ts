import { sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { createNextRevision, reviseEntry } from '#src/records/interview/entries.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { selectInterview } from './queries.ts'
import { viewInterview } from './views.ts'

/**
 * Closes a sitting in one commit: skips its open question and, if the sitting has an answer, queues a Lore refresh
 * (interface, section 4.1). A finished sitting is returned as it is saved.
 */
export const finishInterviewSitting: Handler<'finishInterviewSitting'> = ({ path, caller }, { db, newId }) => {
  const { id: artistId, sessionId } = path
  return changeArtist(db, findForFinish({ caller, artistId, sessionId }), async (tx, { sitting, legacyOffers }) => {
    if (sitting === null) throw new Problem('not_found')
    if (sitting.state === 'finished') return { status: 200, body: viewInterview(sitting, legacyOffers) }

    // At most one is open: an offer requires all earlier ones closed.
    const open = sitting.questions.find(({ state }) => state === 'offered')
    const event = tx.stage({
      action: 'sitting.finished',
      subject: `session:${sitting.id}`,
      revision: null,
      details: { sitting: sitting.sitting, skipped: open === undefined ? [] : [open.id] },
    })
    const skip = open && reviseEntry(open, createNextRevision(open, null), event)
    const questions = sitting.questions.map((question) => (question === open ? (skip?.revised ?? open) : question))
    const finished = { ...sitting, state: 'finished' as const, closed_at: event.instant, questions }
    const hasAnswer = questions.some(({ state }) => state === 'answered')
    if (skip !== undefined) tx.write(...skip.writes)
    tx.write(markFinished({ artistId, sessionId: sitting.id, closedAt: event.instant }))
    if (hasAnswer) tx.write(upsertJob(newLoreRefresh(artistId, newId())))
    return { status: 200, body: viewInterview(finished, legacyOffers) }
  })
}

type SessionKey = { artistId: string; sessionId: string }

const findForFinish = prepareRead((db, { artistId, sessionId }: SessionKey) =>
  selectInterview(db, artistId, sql`s.id = ${sessionId}`),
)

const markFinished = prepareQuery((db, { artistId, sessionId, closedAt }: SessionKey & { closedAt: string }) =>
  db
    .updateTable('interview_sessions')
    .set({ state: sql.lit('finished'), closed_at: closedAt })
    .where('artist_id', '=', artistId)
    .where('id', '=', sessionId)
    .compile(),
)
