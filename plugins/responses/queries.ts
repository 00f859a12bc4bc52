import { type ExpressionBuilder, type Kysely, type NotNull, type Selectable, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type ArtistScope,
  requireAuthorized,
  selectAuthorization,
  selectIfAuthorized,
} from '#src/auth/artist-authorization.ts'
import { createBatchLoader } from '#src/database/batching/batch-loader.ts'
import type { Instant } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { queryPipelined, requireOneRow, runQuery } from '#src/database/query.ts'
import type { DB, InterviewEntries } from '#src/database/tables.gen.ts'
import { offeredAtOrMinusInfinity } from '#src/records/interview/offer-order.ts'
import { selectNewestAnswer } from '#src/records/memory/memory-queries.ts'

/** The question of an answer, and the revision of its current version. */
export type ResponseQuestion = Pick<Selectable<InterviewEntries>, (typeof contentColumns)[number]> & {
  offered_at: Instant | null
}

/** An answered question in its current state. */
export type AnsweredQuestion = ResponseQuestion & { answer: string; answer_updated_at: Instant | null }

/** One version of an answer. */
export type Version = { revision: string; answer: string; saved_at: Instant | null }

const contentColumns = ['id', 'question_key', 'question', 'source', 'sitting', 'revision'] as const
const questionColumns = [...contentColumns, 'offered_at'] as const
const answeredColumns = [...questionColumns, 'answer', 'answer_updated_at'] as const

/** An answered question has an answer (migration 0042). */
type HasAnswer = { answer: NotNull }

/** Only an answered question is a saved response. */
const selectAnswered = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('interview_entries').where('artist_id', '=', artistId).where('state', '=', sql.lit('answered'))

const selectVersions = (db: Kysely<DB>, artistId: string, answerId: string) =>
  db
    .selectFrom('response_versions')
    .select(['number', 'revision', 'answer', 'note', 'saved_at'])
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)

/** The answer a page begins with; `at` is when its question was offered, null where that is not known. */
export type ListFrom = { at: string | null; id: string }

type ForAnswer = ArtistScope & { answerId: string }

/**
 * Answers from `from` on, the newest offer first, and the audit number of the newest version of all: it moves with
 * every answer that is saved, revised or imported, and with nothing else.
 */
export async function findResponses(
  db: Kysely<DB>,
  { from, ...params }: ArtistScope & { from: ListFrom | undefined; rowsMax: number },
) {
  const reading =
    from === undefined ? firstResponses(params) : laterResponses({ ...params, at: from.at ?? '-infinity', id: from.id })
  return requireAuthorized(requireOneRow(await runQuery(db, reading)))
}

const firstResponses = prepareQuery((db, params: ArtistScope & { rowsMax: number }) =>
  selectListing(db, params, selectAnswered(db, params.artistId)).compile(),
)

const laterResponses = prepareQuery((db, params: ArtistScope & { rowsMax: number; at: string; id: string }) => {
  const from = sql<boolean>`(${offeredAtOrMinusInfinity}, id) <= (${params.at}::timestamptz, ${params.id}::uuid)`
  return selectListing(db, params, selectAnswered(db, params.artistId).where(from)).compile()
})

function selectListing(
  db: Kysely<DB>,
  { caller, artistId, rowsMax }: ArtistScope & { rowsMax: number },
  answered: ReturnType<typeof selectAnswered>,
) {
  const rows = answered
    .select(answeredColumns)
    .$narrowType<HasAnswer>()
    .orderBy(offeredAtOrMinusInfinity, 'desc')
    .orderBy('id', 'desc')
    .limit(rowsMax)
  return selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([
      selectNewestAnswer(db, artistId).select('saved_seq').as('listVersion'),
      jsonArrayFrom(rows).as('responses'),
    ]),
  )
}

/** An answer in its current state, and the version of a requested revision where there is one. */
export async function findResponse(db: Kysely<DB>, params: ForAnswer, revision: string | undefined) {
  if (revision !== undefined)
    return requireAuthorized(requireOneRow(await queryPipelined(db, findAtRevision({ ...params, revision }))))
  const { artistId, answerId } = params
  const { id: userId } = params.caller
  const current = userId && (await findClaimed(db, { userId, artistId, answerId }))
  if (current) return { current, version: null }
  return { ...requireAuthorized(requireOneRow(await queryPipelined(db, findCurrent(params)))), version: null }
}

/**
 * Only the row, for an approved claimant: to return the authorization as well would double the server's cost, and a
 * cluster would plan the third table on two nodes.
 */
const findClaimed = createBatchLoader(
  { userId: 'uuid', artistId: 'uuid', answerId: 'uuid' },
  (db, { userId, artistId, answerId }) =>
    selectAnswered(db, artistId)
      .select([...contentColumns, 'answer'])
      .select(selectTimestampsAsText)
      .$narrowType<HasAnswer>()
      .where('id', '=', answerId)
      .where((eb) => eb.exists(selectApprovedClaim(db, userId, artistId))),
)

/** Instants are only shown, so they stay texts: converting them to a Date and back would be a fiftieth of a read. */
const selectTimestampsAsText = ({ cast, ref }: ExpressionBuilder<DB, 'interview_entries'>) => [
  cast<string | null>(ref('offered_at'), 'text').as('offered_at'),
  cast<string | null>(ref('answer_updated_at'), 'text').as('answer_updated_at'),
]

const selectApprovedClaim = (db: Kysely<DB>, userId: string, artistId: string) =>
  db
    .selectFrom('claims')
    .select('state')
    .where('artist_id', '=', artistId)
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('approved'))

/** The same for an administrator, and the reason of a refusal. */
const findCurrent = prepareQuery((db, params: ForAnswer) => selectReading(db, params).compile())

const findAtRevision = prepareQuery((db, params: ForAnswer & { revision: string }) => {
  const version = selectVersions(db, params.artistId, params.answerId).where('revision', '=', params.revision)
  return selectReading(db, params)
    .select(selectIfAuthorized([jsonObjectFrom(version).as('version')]))
    .compile()
})

const selectReading = (db: Kysely<DB>, { caller, artistId, answerId }: ForAnswer) =>
  selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([
      jsonObjectFrom(
        selectAnswered(db, artistId).select(answeredColumns).$narrowType<HasAnswer>().where('id', '=', answerId),
      ).as('current'),
    ]),
  )

/** An answer and its versions, the newest first, from one number down. */
export const findVersions = async (
  db: Kysely<DB>,
  { from, ...params }: ForAnswer & { from: number | undefined; rowsMax: number },
) =>
  requireAuthorized(
    requireOneRow(await runQuery(db, from === undefined ? newestVersions(params) : olderVersions({ ...params, from }))),
  )

const newestVersions = prepareQuery((db, params: ForAnswer & { rowsMax: number }) =>
  selectHistory(db, params, selectVersions(db, params.artistId, params.answerId)).compile(),
)

const olderVersions = prepareQuery((db, params: ForAnswer & { rowsMax: number; from: number }) =>
  selectHistory(
    db,
    params,
    selectVersions(db, params.artistId, params.answerId).where('number', '<=', params.from),
  ).compile(),
)

function selectHistory(
  db: Kysely<DB>,
  { caller, artistId, answerId, rowsMax }: ForAnswer & { rowsMax: number },
  versions: ReturnType<typeof selectVersions>,
) {
  return selectAuthorization(db, caller, artistId).select(
    selectIfAuthorized([
      jsonObjectFrom(selectAnswered(db, artistId).select(questionColumns).where('id', '=', answerId)).as('current'),
      jsonArrayFrom(versions.orderBy('number', 'desc').limit(rowsMax)).as('versions'),
    ]),
  )
}
