/* What the operations of boundaries share. */
import type { Kysely } from 'kysely'
import type { Boundary } from '#src/contract/types.gen.ts'
import { type AggregatedRow, viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { DB, InterviewBoundaries } from '#src/database/tables.gen.ts'

export const selectQuestion = (db: Kysely<DB>, artistId: string, questionKey: string) =>
  db.selectFrom('interview_entries').where('artist_id', '=', artistId).where('question_key', '=', questionKey)

/**
 * The question of a boundary that is about no question: it is known before the first one is asked. It is saved with
 * the first such boundary, as asked and passed over.
 */
export const generalQuestion = {
  question_key: 'general',
  question: 'Is there something that we should not ask you about?',
  sitting: null,
  source: 'onboarding',
} as const

export const viewBoundary = (row: AggregatedRow<InterviewBoundaries>): Boundary => ({
  id: row.id,
  revision: row.revision,
  wording: row.wording,
  scope: row.scope,
  sitting: row.sitting,
  questionKey: row.question_key,
  question: row.question,
  createdAt: viewInstant(row.created_at),
  retractedAt: viewInstantOrNull(row.retracted_at),
})
