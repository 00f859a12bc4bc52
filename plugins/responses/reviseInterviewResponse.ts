import { readAuthorized } from '#src/auth/artist-authorization.ts'
import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { change } from '#src/database/change/change.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { leavesOf, wouldRead } from '#src/records/audit/leaves.ts'
import { applyRevision, createAnsweredRevision } from '#src/records/interview/entry-revision.ts'
import { findForRevise } from '#src/records/interview/revise-query.ts'
import { memoryCacheTag } from '#src/records/memory/snapshot.ts'
import { markRevised } from './queries.ts'
import { currentVersion, normalizeNote, refusalToRevise } from './rules.ts'
import { viewSingle } from './views.ts'

/**
 * Puts a new wording in the place of a saved one; the earlier stays a version (interface, sections 3 and 4.3). The
 * saved wording sent again is a success before any revision is looked at, `If-Match` included: what the caller wants is
 * so already.
 */
export const reviseInterviewResponse: Handler<'reviseInterviewResponse'> = (call, { db, newId }) =>
  change(db, call.path.id, async (changing) => {
    const { path, body, headers, caller, tell } = call
    const forArtist = { caller, artistId: path.id }
    const reading = findForRevise({ ...forArtist, answerId: path.answerId })
    const [{ current, number, ...head }] = await readAuthorized(changing, forArtist, reading)
    const saved = current && currentVersion(current)
    if (!current || !saved) throw new Problem('not_found')
    if (saved.answer === body.answer) return viewSingle(current, saved)
    const refusal = refusalToRevise(current, body, headers['If-Match'])
    if (refusal !== undefined) throw new Problem(refusal)
    await changing.inTurn()

    const step = createAnsweredRevision(current, body.answer)
    const wording = { answer: body.answer, number: (number ?? 0) + 1, note: normalizeNote(body) }
    const event = nextEvent(head, {
      artistId: path.id,
      action: 'answer.revised',
      subject: `entry:${current.id}`,
      revision: step.revision,
      actor: caller.subject,
      details: { note: wording.note, number: wording.number },
    })
    const saving = markRevised({ answerId: current.id, step, wording, event: toEventRow(event), jobId: newId() })
    const revised = { current: applyRevision(current, step, event), number: wording.number }
    const changed = [current.id, current.session_id, memoryCacheTag]
    const newest = { revision: step.revision, answer: body.answer, saved_at: event.instant }
    const leaves = leavesOf(event, changed, wouldRead(reading, [current.id], revised))
    return await changing.keepWhile(saving, leaves, () => tell(viewSingle(revised.current, newest)))
  })
