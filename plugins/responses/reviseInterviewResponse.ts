import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { insertVersion, updateEntry } from '#src/records/interview/entry-queries.ts'
import { applyRevision, createNextRevision } from '#src/records/interview/entry-revision.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findForRevise } from './queries.ts'
import { refusalToRevise } from './rules.ts'
import { viewReadResponse } from './views.ts'

/**
 * Replaces a saved answer; the earlier one stays a version (interface, sections 3 and 4.3). The saved answer sent again
 * succeeds before any revision is compared, `If-Match` included, so that a lost reply can be requested again.
 */
export const reviseInterviewResponse: Handler<'reviseInterviewResponse'> = (
  { path, body, headers, caller },
  { db, newId },
) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { current, number } = await tx.read(findForRevise, { answerId: path.answerId })
    if (!current) throw new Problem('not_found')
    if (current.answer === body.answer) return viewReadResponse(current)
    const refusal = refusalToRevise(current, body, headers['If-Match'])
    if (refusal !== undefined) throw new Problem(refusal)

    const next = createNextRevision(current, body.answer)
    // An empty note is none (operations, section 4).
    const version = { number: (number ?? 0) + 1, note: body.note || null }
    const event = tx.addEvent('answer.revised', {
      subject: `entry:${current.id}`,
      revision: next.revision,
      details: { note: version.note, number: version.number },
    })
    const revised = { ...applyRevision(current, next, event), answer: body.answer, saved_seq: event.seq }
    const writes = [
      updateEntry(revised),
      insertVersion({ ...revised, ...version }),
      upsertJob(newLoreRefresh(path.id, newId())),
    ]
    return await tx.commit(writes, viewReadResponse(revised))
  })
