import { type Kysely, type NotNull, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import { queryAuthorized, selectAuthorized } from '#src/auth/authorized-read.ts'
import type { Question, Session } from '#src/contract/types.gen.ts'
import type { AggregatedRow } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB, InterviewEntries, InterviewSessions } from '#src/database/tables.gen.ts'
import { selectResolvedReferences } from '#src/evidence/references/resolve-references.ts'
import { selectForChange } from '#src/records/audit/events.ts'
import { nextSitting, selectLatestSitting } from '#src/records/memory/memory-queries.ts'
import { selectMemoryParts } from '#src/records/memory/snapshot.ts'

/** A question with its answer. Every question of this area was offered, in one of three states. */
export type QuestionEntry = AggregatedRow<InterviewEntries> & { offered_at: string; state: Question['state'] }

/** What the tables' checks add to the columns' types. */
type OfferedColumns = { offered_at: NotNull; state: Question['state'] }

/** A sitting with its questions by ordinal. */
export type Sitting = Omit<AggregatedRow<InterviewSessions>, 'artist_id' | 'request_id' | 'state'> & {
  state: Session['state']
  questions: QuestionEntry[]
}

/** The sitting of the artist that meets a condition, which at most one does. */
const selectSitting = (db: Kysely<DB>, artistId: string, condition: RawBuilder<boolean>) =>
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
            .$narrowType<OfferedColumns>(),
        ).as('questions'),
      )
      .where('s.artist_id', '=', artistId)
      .where(condition)
      .$narrowType<{ state: Session['state'] }>(),
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
      .select(nextSitting(artistId).as('next_sitting'))
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
      .$narrowType<OfferedColumns>(),
  )

/** A sitting and the open legacy offers, as columns. */
const selectInterview = (db: Kysely<DB>, artistId: string, condition: RawBuilder<boolean>) =>
  [selectSitting(db, artistId, condition).as('sitting'), selectLegacyOffers(db, artistId).as('legacyOffers')] as const

/** The latest sitting and the open legacy offers, in one statement. */
export const findInterview = (db: Kysely<DB>, scope: ArtistScope) => queryAuthorized(db, selectLatest(scope))

const selectLatest = prepareQuery((db, scope: ArtistScope) => {
  const isLatest = sql<boolean>`s.sitting = (
    select max(i.sitting) from interview_sessions i where i.artist_id = ${scope.artistId})`
  return selectAuthorized(db, scope, selectInterview(db, scope.artistId, isLatest))
})

/** What a start is decided on. `sittingMax` is the greatest number any sitting or answer has, 0 without. */
export const findForStart = prepareQuery((db, { caller, artistId, requestId }: ArtistScope & { requestId: string }) => {
  const active = db
    .selectFrom('interview_sessions')
    .select('id as activeId')
    .where('artist_id', '=', artistId)
    .where('state', '=', sql.lit('active'))
  return selectForChange(db, { caller, artistId }, [
    ...selectInterview(db, artistId, sql`s.request_id = ${requestId}`),
    active.as('activeId'),
    selectLatestSitting(artistId).as('sittingMax'),
  ])
})

type ForSession = ArtistScope & { sessionId: string }

/** What a finish is decided on. */
export const findForFinish = prepareQuery((db, { caller, artistId, sessionId }: ForSession) =>
  selectForChange(db, { caller, artistId }, selectInterview(db, artistId, sql`s.id = ${sessionId}`)),
)

/** Closes a sitting. */
export const markFinished = prepareQuery((db, sitting: { artistId: string; sessionId: string; closedAt: string }) =>
  db
    .updateTable('interview_sessions')
    .set({ state: sql.lit('finished'), closed_at: sitting.closedAt })
    .where('artist_id', '=', sitting.artistId)
    .where('id', '=', sitting.sessionId)
    .compile(),
)

/** What an offer is decided on: the sitting, the memory of it, and what the references resolve to. */
export const findForOffer = prepareQuery((db, params: ForSession & { referencesJson: string }) => {
  const { caller, artistId, sessionId, referencesJson } = params
  const number = sql<number>`(select s.sitting from interview_sessions s where s.artist_id = ${artistId} and s.id = ${sessionId})`
  return selectForChange(db, { caller, artistId }, [
    selectSitting(db, artistId, sql`s.id = ${sessionId}`).as('sitting'),
    ...selectMemoryParts(db, artistId, number),
    selectResolvedReferences(artistId, referencesJson).as('resolved'),
  ])
})

/**
 * What an answer is decided on; `memory_sitting` is the sitting whose memory applies to the question, for a legacy
 * offer the next one. An entry that was never offered is not among the questions.
 */
export const findForAnswer = prepareQuery((db, { caller, artistId, entryId }: ArtistScope & { entryId: string }) => {
  const question = db
    .selectFrom('interview_entries as e')
    .leftJoin('interview_sessions as s', (join) =>
      join.on('s.artist_id', '=', artistId).onRef('s.id', '=', 'e.session_id'),
    )
    .selectAll('e')
    .select('s.state as session_state')
    .select(sql<number>`coalesce(e.sitting, ${nextSitting(artistId)})`.as('memory_sitting'))
    .where('e.artist_id', '=', artistId)
    .where('e.id', '=', entryId)
    .where('e.offered_at', 'is not', null)
    .$narrowType<OfferedColumns>()
  return selectForChange(db, { caller, artistId }, [jsonObjectFrom(question).as('question')])
})
