import type { BoundQuery } from '#src/database/prepared-query.ts'
import type { ArtistChange } from '#src/records/audit/change-artist.ts'
import { insertQuestion, updateEntry } from '#src/records/interview/entry-queries.ts'
import { createOfferedRevision, createSkippedRevision } from '#src/records/interview/entry-revision.ts'
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
  const question = { ...content, ...offered, session_id: null, ordinal: null }
  const skipped = createSkippedRevision({ ...content, revision: offered.revision })
  const details = { sessionId: null, ordinal: null }
  const subject = `entry:${id}`
  const asked = addEvent('question.offered', { subject, revision: offered.revision, details })
  const passed = addEvent('question.skipped', { subject, revision: skipped.revision, details })
  return { id, writes: [insertQuestion(question, asked), updateEntry(id, skipped, passed)] }
}
