import { sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { selectLatestSitting, sittingMax } from '#src/records/memory/memory-queries.ts'
import { selectInterview } from './queries.ts'
import { viewInterview } from './views.ts'

/** Starts the artist's next sitting; a request that started one gets that one again (operations, section 3). */
export const startInterviewSitting: Handler<'startInterviewSitting'> = ({ path, body, caller }, { db, newId }) => {
  const scope = findForStart({ caller, artistId: path.id, requestId: body.requestId })
  return changeArtist(db, scope, async (tx, artist) => {
    if (artist.sitting !== null) return { status: 200, body: viewInterview(artist.sitting, artist.legacyOffers) }
    if (artist.activeId !== null) throw new Problem('session_active')
    if (artist.legacyOffers.length > 0) throw new Problem('state_changed')
    if (artist.latestSitting >= sittingMax) throw new Problem('limit_exceeded')

    const id = newId()
    const sitting = artist.latestSitting + 1
    const event = tx.stage({
      action: 'sitting.started',
      subject: `session:${id}`,
      revision: null,
      details: { requestId: body.requestId.toLowerCase(), sitting },
    })
    const created = { id, sitting, state: 'active' as const, created_at: event.instant }
    const row = { ...created, artist_id: path.id, request_id: body.requestId }
    const started = { ...created, closed_at: null, questions: [] }
    tx.write(db.insertInto('interview_sessions').values(row).compile())
    return { status: 200, body: viewInterview(started, []) }
  })
}

const findForStart = prepareRead((db, { artistId, requestId }: { artistId: string; requestId: string }) => {
  const active = db
    .selectFrom('interview_sessions')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('state', '=', sql.lit('active'))
  return [
    ...selectInterview(db, artistId, sql`s.request_id = ${requestId}`),
    active.as('activeId'),
    selectLatestSitting(artistId).as('latestSitting'),
  ]
})
