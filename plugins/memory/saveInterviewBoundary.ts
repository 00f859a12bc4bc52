import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { only } from '#src/database/ask.ts'
import { change } from '#src/database/change/change.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { computeBoundaryRevision } from '#src/text/revisions.ts'
import { findForBoundary, insertBoundary } from './boundary-queries.ts'
import { isSameBoundary, refusalToSave } from './rules.ts'
import { viewBoundary } from './views.ts'

/**
 * Saves a boundary on a question of the artist, in whatever state the question is (operations, section 5). It belongs
 * to the sitting it is drawn in, the latest known, also when the question was asked in an earlier one or in none. A
 * request that saved one before gets that one, retracted or not, and before anything else is asked. Lore is asked to
 * respect it in the same commit.
 */
export const saveInterviewBoundary: Handler<'saveInterviewBoundary'> = ({ path, body, caller }, { db, newId }) =>
  change(db, path.id, async (changing) => {
    const artistId = path.id
    const { requestId } = body
    const reading = findForBoundary({ caller, artistId, requestId, questionKey: body.questionKey })
    const [found] = await readAuthorized(changing, { caller, artistId }, reading)
    const { saved, question, latestSitting, activeCount, ...head } = found
    if (saved !== null) {
      if (!isSameBoundary(saved, body)) throw new Problem('request_conflict')
      return { status: 200, body: { status: 'ok', boundary: viewBoundary(saved) } }
    }
    if (question === null) throw new Problem('not_found')
    const refusal = refusalToSave(activeCount ?? 0)
    if (refusal !== undefined) throw new Problem(refusal)
    await changing.inTurn()

    const id = newId()
    const { wording, scope } = body
    const { question_key: questionKey, question: asked } = question
    const sitting = Math.max(1, latestSitting)
    const revision = computeBoundaryRevision({
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
      details: { entryId: question.id, requestId: requestId.toLowerCase() },
    })
    const texts = { question_key: questionKey, question: asked, wording, scope, sitting, revision }
    const boundary = { id, request_id: requestId, entry_id: question.id, ...texts }
    const row = only(await changing.keep(insertBoundary({ boundary, event: toEventRow(event), jobId: newId() })))
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(row) } }
  })
