import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { BoundQuery } from '#src/database/prepared-query.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { type ArtistChange, changeArtist } from '#src/records/audit/change-artist.ts'
import { insertQuestion, updateEntry } from '#src/records/interview/entry-queries.ts'
import { applyRevision, createNextRevision, createOfferedRevision } from '#src/records/interview/entry-revision.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { findForBoundary } from './boundary-queries.ts'
import { generalQuestion, isSameBoundary, newBoundary } from './rules.ts'
import { viewBoundary } from './views.ts'

/**
 * The most boundaries that hold at a time (operations, section 5): memory stays readable and a page of five ends soon.
 */
const activeMax = 50

/**
 * Saves a boundary on a question in any state (operations, section 5). It belongs to the latest known sitting, also
 * when the question is older. A repeated request returns its boundary, retracted or not, before anything else is
 * checked.
 */
export const saveInterviewBoundary: Handler<'saveInterviewBoundary'> = ({ path, body, caller }, { db, newId }) =>
  changeArtist(db, { artistId: path.id, caller }, async (tx) => {
    const { requestId, questionKey } = body
    const { saved, question, latestSitting, activeCount } = await tx.read(findForBoundary, { requestId, questionKey })
    if (saved !== null) {
      if (!isSameBoundary(saved, body)) throw new Problem('request_conflict')
      return { status: 200, body: { status: 'ok', boundary: viewBoundary(saved) } }
    }
    if (question === null && questionKey !== generalQuestion.question_key) throw new Problem('not_found')
    if ((activeCount ?? 0) >= activeMax) throw new Problem('limit_exceeded')

    const general = question === null ? askGeneralQuestion(tx, { artistId: path.id, id: newId() }) : undefined
    const asked = question ?? { id: general?.id ?? '', ...generalQuestion }
    const place = { artistId: path.id, id: newId(), sitting: Math.max(1, latestSitting) }
    const boundary = newBoundary(body, asked, place)
    const event = tx.addEvent('boundary.saved', {
      subject: `boundary:${boundary.id}`,
      revision: boundary.revision,
      details: { entryId: asked.id, requestId: requestId.toLowerCase() },
    })
    const row = { ...boundary, created_at: event.instant, retracted_at: null }
    const insert = db.insertInto('interview_boundaries').values(row).compile()
    return await tx.commit([...(general?.writes ?? []), insert, upsertJob(newLoreRefresh(path.id, newId()))], {
      status: 200,
      body: { status: 'ok', boundary: viewBoundary(row) },
    })
  })

/**
 * Adds the question that boundaries in general belong to, as asked and skipped; the writes commit with the boundary.
 */
function askGeneralQuestion(
  { addEvent }: Pick<ArtistChange, 'addEvent'>,
  { artistId, id }: { artistId: string; id: string },
): { id: string; writes: BoundQuery<unknown>[] } {
  const content = { ...generalQuestion, citations: [], artist_id: artistId, id }
  const offered = createOfferedRevision(content)
  const question = { ...content, ...offered, session_id: null, ordinal: null }
  const skipped = createNextRevision(question, null)
  const details = { sessionId: null, ordinal: null }
  const subject = `entry:${id}`
  const asked = addEvent('question.offered', { subject, revision: offered.revision, details })
  const passed = addEvent('question.skipped', { subject, revision: skipped.revision, details })
  return { id, writes: [insertQuestion(question, asked), updateEntry(applyRevision(question, skipped, passed))] }
}
