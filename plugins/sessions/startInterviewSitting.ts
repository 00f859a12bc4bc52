import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { findForStart } from './queries.ts'
import { refusalToStart } from './rules.ts'
import { viewStartedSitting } from './views.ts'

/** Starts the artist's next sitting; a request that started one gets that one again (operations, section 3). */
export const startInterviewSitting: Handler<'startInterviewSitting'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const artist = await tx.read(findForStart, { requestId: body.requestId })
    if (artist.sitting !== null) return { status: 200, body: viewStartedSitting(artist.sitting, artist.legacyOffers) }
    const refusal = refusalToStart(artist)
    if (refusal !== undefined) throw new Problem(refusal)

    const id = newId()
    const sitting = artist.sittingMax + 1
    const event = tx.addEvent('sitting.started', {
      subject: `session:${id}`,
      revision: null,
      details: { requestId: body.requestId.toLowerCase(), sitting },
    })
    const created = { id, sitting, state: 'active' as const, created_at: event.instant }
    const row = { ...created, artist_id: path.id, request_id: body.requestId }
    const started = { ...created, closed_at: null, questions: [] }
    return await tx.commit([db.insertInto('interview_sessions').values(row).compile()], {
      status: 200,
      body: viewStartedSitting(started, []),
    })
  })
