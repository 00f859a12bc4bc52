import { type Kysely, type NotNull, type Selectable, sql } from 'kysely'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import type { Instant } from '#src/database/instants.ts'
import type { DB, InterviewEntries } from '#src/database/tables.gen.ts'

/** What every version of an answer has in common. */
export const questionColumns = ['id', 'question_key', 'question', 'source', 'sitting'] as const

/** An answered question with one version of its answer. */
export type ResponseRow = Pick<Selectable<InterviewEntries>, (typeof questionColumns)[number] | 'revision'> & {
  answer: string
  offered_at: Instant | null
  answer_updated_at: Instant | null
}

/** An answered question has an answer (migration 0042). */
export type HasAnswer = { answer: NotNull }

export type ForAnswer = ArtistScope & { answerId: string }

/** Only an answered question is a saved response. */
export const selectAnswered = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('interview_entries').where('artist_id', '=', artistId).where('state', '=', sql.lit('answered'))

/** A response in each version of its answer. */
export const selectVersions = (db: Kysely<DB>, { artistId, answerId }: ForAnswer) =>
  db
    .selectFrom('response_versions as v')
    .innerJoin('interview_entries as e', (join) =>
      join.on('e.artist_id', '=', artistId).onRef('e.id', '=', 'v.entry_id'),
    )
    .select(['e.id', 'e.question_key', 'e.question', 'e.source', 'e.sitting', 'e.offered_at'])
    .select(['v.number', 'v.revision', 'v.answer', 'v.note', 'v.saved_at as answer_updated_at'])
    .where('v.artist_id', '=', artistId)
    .where('v.entry_id', '=', answerId)

/** The current revision of a response. */
export const selectCurrentRevision = (db: Kysely<DB>, { artistId, answerId }: ForAnswer) =>
  selectAnswered(db, artistId).where('id', '=', answerId).select('revision')
