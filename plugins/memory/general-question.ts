import { type BoundQuery, prepareQuery } from '#src/database/prepared-query.ts'
import type { ArtistChange } from '#src/records/audit/change-artist.ts'
import type { AuditEvent } from '#src/records/audit/events.ts'
import { updateEntry } from '#src/records/interview/entry-queries.ts'
import {
  createOfferedRevision,
  createSkippedRevision,
  type EntryRevision,
} from '#src/records/interview/entry-revision.ts'
import { generalQuestion } from './rules.ts'

/**
 * Adds the question that boundaries in general belong to, as asked and skipped; the writes commit with the boundary.
 */
export function askGeneralQuestion(
  { addEvent }: Pick<ArtistChange, 'addEvent'>,
  { artistId, id }: { artistId: string; id: string },
): { id: string; writes: BoundQuery<unknown>[] } {
  const content = { ...generalQuestion, citations: [], artist_id: artistId, id }
  const offered = createOfferedRevision(content)
  const skipped = createSkippedRevision({ ...content, revision: offered.revision })
  const details = { sessionId: null, ordinal: null }
  const subject = `entry:${id}`
  const asked = addEvent('question.offered', { subject, revision: offered.revision, details })
  const passed = addEvent('question.skipped', { subject, revision: skipped.revision, details })
  return { id, writes: [insertGeneralQuestion(id, offered, asked), updateEntry(id, skipped, passed)] }
}

const insertGeneralQuestion = (id: string, { state, revision }: EntryRevision, { artistId, instant }: AuditEvent) =>
  insertQuestionRow({ id, artistId, state, revision, offeredAt: instant })

type QuestionRow = { id: string; artistId: string; state: string; revision: string; offeredAt: string }

const insertQuestionRow = prepareQuery((db, { id, artistId, state, revision, offeredAt }: QuestionRow) =>
  db
    .insertInto('interview_entries')
    .values({
      artist_id: artistId,
      id,
      question_key: generalQuestion.question_key,
      question: generalQuestion.question,
      source: generalQuestion.source,
      state,
      revision,
      offered_at: offeredAt,
    })
    .compile(),
)
