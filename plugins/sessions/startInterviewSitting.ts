import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { change } from '#src/database/change/change.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { leavesOf } from '#src/records/audit/leaves.ts'
import { insertSitting } from './change-queries.ts'
import { startLeaves } from './left.ts'
import { findStart } from './queries.ts'
import { refusalToStart } from './rules.ts'
import { viewStartedSitting } from './views.ts'

/** Starts the artist's next sitting; a request that started one gets that one again (operations, section 3). */
export const startInterviewSitting: Handler<'startInterviewSitting'> = ({ path, body, caller, tell }, { db, newId }) =>
  change(db, path.id, async (changing) => {
    const artistId = path.id
    const forArtist = { caller, artistId }
    const reading = findStart({ ...forArtist, requestId: body.requestId })
    const [artist] = await readAuthorized(changing, forArtist, reading)
    if (artist.sitting !== null) return { status: 200, body: viewStartedSitting(artist.sitting, artist.legacyOffers) }
    const refusal = refusalToStart(artist)
    if (refusal !== undefined) throw new Problem(refusal)
    await changing.inTurn()

    const id = newId()
    const sitting = artist.sittingMax + 1
    const event = nextEvent(artist, {
      artistId,
      action: 'sitting.started',
      subject: `session:${id}`,
      revision: null,
      actor: caller.subject,
      details: { requestId: body.requestId.toLowerCase(), sitting },
    })
    const saving = insertSitting({ id, requestId: body.requestId, sitting, event: toEventRow(event) })
    const started = {
      id,
      sitting,
      state: 'active' as const,
      created_at: event.instant,
      closed_at: null,
      questions: [],
    }
    const leaves = leavesOf(event, [], ...startLeaves(forArtist, started, artist))
    return await changing.keepWhile(saving, leaves, () => tell({ status: 200, body: viewStartedSitting(started, []) }))
  })
