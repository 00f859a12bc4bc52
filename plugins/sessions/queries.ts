import { type Kysely, type NotNull, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AggregatedRow } from '#src/database/instants.ts'
import type { DB, InterviewEntries, InterviewSessions } from '#src/database/tables.gen.ts'
import { selectNextSitting } from '#src/records/memory/memory-queries.ts'

/** A question with its answer. Every question of this area was offered. */
export type QuestionEntry = AggregatedRow<InterviewEntries> & { offered_at: string }
export type WasOffered = { offered_at: NotNull }

/** A sitting with its questions by ordinal. */
export type Sitting = Omit<AggregatedRow<InterviewSessions>, 'artist_id' | 'request_id'> & {
  questions: QuestionEntry[]
}

/** The sitting of the artist that meets a condition, which at most one does. */
export const selectSitting = (db: Kysely<DB>, artistId: string, condition: RawBuilder<boolean>) =>
  jsonObjectFrom(
    db
      .selectFrom('interview_sessions as s')
      .select(['s.id', 's.sitting', 's.state', 's.created_at', 's.closed_at'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('interview_entries as e')
            .selectAll('e')
            .where('e.artist_id', '=', artistId)
            .whereRef('e.session_id', '=', 's.id')
            .orderBy('e.ordinal')
            .$narrowType<WasOffered>(),
        ).as('questions'),
      )
      .where('s.artist_id', '=', artistId)
      .where(condition),
  )

/** Legacy offers (imported questions without a sitting) in one response; the next follow when these are answered. */
const legacyOffersMax = 3

/** A question without a sitting: the memory of the next sitting applies to it. */
export type LegacyOffer = QuestionEntry & { next_sitting: number }

const selectLegacyOffers = (db: Kysely<DB>, artistId: string) =>
  jsonArrayFrom(
    db
      .selectFrom('interview_entries as e')
      .selectAll('e')
      .select(selectNextSitting(artistId).as('next_sitting'))
      .where('e.artist_id', '=', artistId)
      .where('e.session_id', 'is', null)
      // A literal, for a generic plan knows a partial index by nothing else: it would read every question of the
      // artist.
      .where('e.state', '=', sql.lit('offered'))
      // Onboarding asks its own questions, also outside any sitting; none of them prevents one.
      .where('e.source', '<>', 'onboarding')
      .orderBy('e.offered_at')
      .orderBy('e.id')
      .limit(legacyOffersMax)
      .$narrowType<WasOffered>(),
  )

/** A sitting and the open legacy offers, as columns. */
export const selectInterview = (db: Kysely<DB>, artistId: string, condition: RawBuilder<boolean>) =>
  [selectSitting(db, artistId, condition).as('sitting'), selectLegacyOffers(db, artistId).as('legacyOffers')] as const
