import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { type ArtistChange, changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { stageAnswer, stageOffer } from '#src/records/interview/entries.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { selectLatestSitting } from '#src/records/memory/memory-queries.ts'
import { computeBoundaryRevision } from '#src/text/revisions.ts'
import { generalQuestion, selectQuestion, viewBoundary } from './boundaries.ts'

/**
 * The most boundaries that hold at a time (operations, section 5): memory stays readable and a page of five ends soon.
 */
const activeMax = 50

/**
 * Saves a boundary on a question in any state (operations, section 5). It belongs to the latest known sitting, also
 * when the question is older. A repeated request returns its boundary, retracted or not, before anything else is
 * checked.
 */
export const saveInterviewBoundary: Handler<'saveInterviewBoundary'> = ({ path, body, caller }, { db, newId }) => {
  const { id: artistId } = path
  const { requestId, questionKey, wording, scope } = body
  const read = findForBoundary({ caller, artistId, requestId, questionKey })
  return changeArtist(db, read, async (tx, { saved, question, latestSitting, activeCount }) => {
    if (saved !== null) {
      const isSame = saved.question_key === questionKey && saved.wording === wording && saved.scope === scope
      if (!isSame) throw new Problem('request_conflict')
      return { status: 200, body: { status: 'ok', boundary: viewBoundary(saved) } }
    }
    if (question === null && questionKey !== generalQuestion.question_key) throw new Problem('not_found')
    if ((activeCount ?? 0) >= activeMax) throw new Problem('limit_exceeded')

    const asked = question ?? askGeneralQuestion(tx, { artistId, id: newId() })
    const id = newId()
    const content = { wording, scope, sitting: Math.max(1, latestSitting), question: asked.question }
    const revision = computeBoundaryRevision({ ...content, artistId, boundaryId: id, questionKey })
    const event = tx.stage({
      action: 'boundary.saved',
      subject: `boundary:${id}`,
      revision,
      details: { entryId: asked.id, requestId: requestId.toLowerCase() },
    })
    const key = { artist_id: artistId, id, request_id: requestId, entry_id: asked.id, question_key: questionKey }
    const row = { ...key, ...content, revision, created_at: event.instant, retracted_at: null }
    tx.write(db.insertInto('interview_boundaries').values(row).compile())
    tx.write(upsertJob(newLoreRefresh(artistId, newId())))
    return { status: 200, body: { status: 'ok', boundary: viewBoundary(row) } }
  })
}

type ForBoundary = { artistId: string; requestId: string; questionKey: string }

/** `activeCount` counts the boundaries that hold in the latest sitting or a later one. */
const findForBoundary = prepareRead((db, { artistId, requestId, questionKey }: ForBoundary) => {
  const boundaries = db.selectFrom('interview_boundaries').where('artist_id', '=', artistId)
  const question = selectQuestion(db, artistId, questionKey).select(['id', 'question'])
  const active = boundaries
    .select(sql<number>`count(*)`.as('count'))
    .where('retracted_at', 'is', null)
    .where((eb) => eb.or([eb('scope', '=', 'until_retracted'), eb('sitting', '>=', selectLatestSitting(artistId))]))
  return [
    jsonObjectFrom(boundaries.selectAll().where('request_id', '=', requestId)).as('saved'),
    jsonObjectFrom(question).as('question'),
    selectLatestSitting(artistId).as('latestSitting'),
    active.as('activeCount'),
  ]
})

/** Adds the question that boundaries in general belong to, as asked and skipped. */
function askGeneralQuestion(tx: ArtistChange, { artistId, id }: { artistId: string; id: string }) {
  const content = { ...generalQuestion, citations: [], artist_id: artistId, id }
  const { offered, write } = stageOffer(tx, content, { session_id: null, ordinal: null })
  tx.write(write, ...stageAnswer(tx, offered, null).writes)
  return offered
}
