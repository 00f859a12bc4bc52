import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { Problem } from '#src/problems/problem.ts'
import { findStart, insertSitting } from './queries.ts'
import { refusalToStart } from './rules.ts'
import { viewInterview } from './views.ts'

/** Starts the artist's next sitting; a request that started one gets that one again (operations, section 3). */
export const startInterviewSitting: Handler<'startInterviewSitting'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const artistId = path.id
    await lockArtist(trx, caller, artistId)
    const artist = await findStart(trx, caller, artistId, body.requestId)
    if (artist.sitting !== null) return { status: 200, body: viewInterview(artist.sitting, artist.legacyOffers) }
    const refusal = refusalToStart(artist)
    if (refusal !== undefined) throw new Problem(refusal)

    const id = newId()
    const sitting = artist.sittingMax + 1
    const event = nextEvent(artist, {
      artistId,
      action: 'sitting.started',
      subject: `session:${id}`,
      revision: null,
      actor: caller.subject,
      details: { sitting, requestId: body.requestId.toLowerCase() },
    })
    const started = await insertSitting(
      trx,
      { artist_id: artistId, id, request_id: body.requestId, sitting, state: 'active', created_at: event.at },
      event,
    )
    return { status: 200, body: viewInterview({ ...started, questions: [] }, []) }
  })
