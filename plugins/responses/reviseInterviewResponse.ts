import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { createNextRevision, reviseEntry } from '#src/records/interview/entries.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { type ForAnswer, type HasAnswer, selectAnswered } from './queries.ts'
import { formatEtag, viewReadResponse } from './views.ts'

/**
 * Replaces a saved answer; the earlier one stays a version (interface, sections 3 and 4.3). The saved answer sent again
 * succeeds before any revision is compared, `If-Match` included, so that a lost reply can be requested again.
 */
export const reviseInterviewResponse: Handler<'reviseInterviewResponse'> = (
  { path, body, headers, caller },
  { db, newId },
) => {
  const { id: artistId, answerId } = path
  const { answer, expectedRevision } = body
  return changeArtist(db, findForRevise({ caller, artistId, answerId }), async (tx, { current, number }) => {
    if (!current) throw new Problem('not_found')
    if (current.answer === answer) return viewReadResponse(current)
    // One strong tag, which names the revision that the body expects: the contract admits neither `*` nor a list, which
    // would not say which revision the caller has read.
    const tag = headers['If-Match'] ?? formatEtag(expectedRevision)
    if (tag !== formatEtag(expectedRevision) || current.revision !== expectedRevision)
      throw new Problem('revision_changed')

    const next = createNextRevision(current, answer)
    // An empty note is none (operations, section 4).
    const version = { number: (number ?? 0) + 1, note: body.note || null }
    const event = tx.stage({
      action: 'answer.revised',
      subject: `entry:${current.id}`,
      revision: next.revision,
      details: { note: version.note, number: version.number },
    })
    const { revised, writes } = reviseEntry(current, next, event, version)
    tx.write(...writes, upsertJob(newLoreRefresh(artistId, newId())))
    return viewReadResponse({ ...revised, answer })
  })
}

/** The answered question, and the number of its newest version. */
const findForRevise = prepareRead((db, { artistId, answerId }: ForAnswer) => {
  const current = selectAnswered(db, artistId).selectAll().$narrowType<HasAnswer>().where('id', '=', answerId)
  const newestVersion = db
    .selectFrom('response_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)
  return [jsonObjectFrom(current).as('current'), newestVersion.as('number')]
})
