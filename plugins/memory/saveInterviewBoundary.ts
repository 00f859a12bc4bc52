import { nextEvent } from '#src/audit/events.ts'
import { lockArtist } from '#src/callers/authority.ts'
import type { Handler } from '#src/contract/operations.ts'
import { transact } from '#src/database/transact.ts'
import { Problem } from '#src/problems/problem.ts'
import { revisionOfBoundary } from '#src/text/revisions.ts'
import { findForBoundary, insertBoundary } from './queries.ts'
import { isSameBoundary, refusalToSave } from './rules.ts'
import { viewBoundary } from './views.ts'

/**
 * Saves a boundary on a question of the artist, in whatever state the question is (operations, section 5). It belongs to the sitting it
 * is drawn in, the latest known, also when the question was asked in an earlier one or in none. A request that saved one
 * before gets that one, retracted or not, and before anything else is asked.
 */
export const saveInterviewBoundary: Handler<'saveInterviewBoundary'> = ({ path, body, caller }, { db, newId }) =>
  transact(db, async (trx) => {
    const artistId = path.id
    await lockArtist(trx, caller, artistId)
    const { saved, question, latestSitting, activeCount, ...head } = await findForBoundary(trx, caller, artistId, body)
    if (saved !== null) {
      if (!isSameBoundary(saved, body)) throw new Problem('request_conflict')
      return { status: 200, body: { status: 'ok', boundary: viewBoundary(saved) } }
    }
    if (question === null) throw new Problem('not_found')
    const refusal = refusalToSave(activeCount ?? 0)
    if (refusal !== undefined) throw new Problem(refusal)

    const id = newId()
    const { wording, scope } = body
    const { question_key: questionKey, question: asked } = question
    const sitting = Math.max(1, latestSitting)
    const revision = revisionOfBoundary({
      artistId,
      boundaryId: id,
      wording,
      scope,
      sitting,
      questionKey,
      question: asked,
    })
    const event = nextEvent(head, {
      artistId,
      action: 'boundary.saved',
      subject: `boundary:${id}`,
      revision,
      actor: caller.subject,
      details: { requestId: body.requestId.toLowerCase(), entryId: question.id },
    })
    const row = await insertBoundary(
      trx,
      {
        artist_id: artistId,
        id,
        request_id: body.requestId,
        entry_id: question.id,
        question_key: questionKey,
        question: asked,
        wording,
        scope,
        sitting,
        revision,
        created_at: event.at,
      },
      event,
    )
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(row) } }
  })
