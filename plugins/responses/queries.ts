import { type ExpressionBuilder, type Kysely, type NotNull, type Selectable, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { ArtistScope } from '#src/auth/artist-authorization.ts'
import { queryAuthorized, readAuthorized, selectAuthorized } from '#src/auth/authorized-read.ts'
import { createBatchLoader } from '#src/database/batching/batch-loader.ts'
import type { Instant } from '#src/database/instants.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import type { DB, InterviewEntries } from '#src/database/tables.gen.ts'
import { selectForChange } from '#src/records/audit/events.ts'
import { offeredAtOrMinusInfinity } from '#src/records/interview/entry-queries.ts'
import { selectNewestAnswer } from '#src/records/memory/memory-queries.ts'

/** An answered question with one version of its answer. */
export type ResponseRow = Pick<Selectable<InterviewEntries>, (typeof versionColumns)[number]> & {
  answer: string
  offered_at: Instant | null
  answer_updated_at: Instant | null
}

const versionColumns = ['id', 'question_key', 'question', 'source', 'sitting', 'revision'] as const
const responseColumns = [...versionColumns, 'answer', 'offered_at', 'answer_updated_at'] as const

/** An answered question has an answer (migration 0042). */
type HasAnswer = { answer: NotNull }

/** Only an answered question is a saved response. */
const selectAnswered = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('interview_entries').where('artist_id', '=', artistId).where('state', '=', sql.lit('answered'))

type ForAnswer = ArtistScope & { answerId: string }

/** A response in its current version. */
const selectResponse = (db: Kysely<DB>, { artistId, answerId }: ForAnswer) =>
  selectAnswered(db, artistId).where('id', '=', answerId).select(responseColumns).$narrowType<HasAnswer>()

/** A response in each version of its answer. */
const selectVersions = (db: Kysely<DB>, { artistId, answerId }: ForAnswer) =>
  db
    .selectFrom('response_versions as v')
    .innerJoin('interview_entries as e', (join) =>
      join.on('e.artist_id', '=', artistId).onRef('e.id', '=', 'v.entry_id'),
    )
    .select(['e.id', 'e.question_key', 'e.question', 'e.source', 'e.sitting', 'e.offered_at'])
    .select(['v.number', 'v.revision', 'v.answer', 'v.note', 'v.saved_at as answer_updated_at'])
    .where('v.artist_id', '=', artistId)
    .where('v.entry_id', '=', answerId)

type ResponsesPage = ArtistScope & { after: { at: string | null; id: string } | undefined; limit: number }

/**
 * Responses, the newest offer first, and the audit number of the newest version of all: it moves with every answer that
 * is saved, revised or imported, and with nothing else.
 */
export async function findResponses(db: Kysely<DB>, { caller, artistId, after, limit }: ResponsesPage) {
  const rows = selectAnswered(db, artistId)
    .select(responseColumns)
    .$narrowType<HasAnswer>()
    .$if(after !== undefined, (qb) =>
      qb.where(
        sql<boolean>`(${offeredAtOrMinusInfinity}, id) < (${after?.at ?? '-infinity'}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(offeredAtOrMinusInfinity, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return await readAuthorized(db, { caller, artistId }, [
    selectNewestAnswer(db, artistId).select('saved_seq').as('listVersion'),
    jsonArrayFrom(rows).as('rows'),
  ])
}

type VersionsPage = ForAnswer & { before: number | undefined; limit: number }

/** The versions of a response, the newest first, and its current revision, null where there is no such response. */
export async function findVersions(db: Kysely<DB>, { before, limit, ...params }: VersionsPage) {
  const rows = selectVersions(db, params)
    .$if(before !== undefined, (qb) => qb.where('v.number', '<', before ?? 0))
    .orderBy('v.number', 'desc')
    .limit(limit)
  return await readAuthorized(db, params, [
    selectAnswered(db, params.artistId).where('id', '=', params.answerId).select('revision').as('revision'),
    jsonArrayFrom(rows).as('rows'),
  ])
}

/** A response in its current version or in that of a revision, and its current revision. */
export async function findResponse(
  db: Kysely<DB>,
  params: ForAnswer,
  revision: string | undefined,
): Promise<{ response: ResponseRow | null; current: string | null }> {
  if (revision !== undefined) return await queryAuthorized(db, findAtRevision({ ...params, revision }))
  const { artistId, answerId, caller } = params
  const claimed = caller.id && (await findClaimed(db, { userId: caller.id, artistId, answerId }))
  const response = claimed || (await queryAuthorized(db, findCurrent(params))).response
  return { response, current: response?.revision ?? null }
}

/**
 * Only the row, for an approved claimant: to return the authorization as well would double the server's cost, and a
 * cluster would plan the third table on two nodes.
 */
const findClaimed = createBatchLoader(
  { userId: 'uuid', artistId: 'uuid', answerId: 'uuid' },
  (db, { userId, artistId, answerId }) =>
    selectAnswered(db, artistId)
      .select([...versionColumns, 'answer'])
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
const findCurrent = prepareQuery((db, params: ForAnswer) =>
  selectAuthorized(db, params, [jsonObjectFrom(selectResponse(db, params)).as('response')]),
)

const findAtRevision = prepareQuery((db, params: ForAnswer & { revision: string }) =>
  selectAuthorized(db, params, [
    jsonObjectFrom(selectVersions(db, params).where('v.revision', '=', params.revision)).as('response'),
    selectAnswered(db, params.artistId).where('id', '=', params.answerId).select('revision').as('current'),
  ]),
)

/** What a revise is decided on: the answered question, and the number of its newest version. */
export const findForRevise = prepareQuery((db, { caller, artistId, answerId }: ForAnswer) => {
  const current = selectAnswered(db, artistId).selectAll().$narrowType<HasAnswer>().where('id', '=', answerId)
  const newestVersion = db
    .selectFrom('response_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('artist_id', '=', artistId)
    .where('entry_id', '=', answerId)
  const columns = [jsonObjectFrom(current).as('current'), newestVersion.as('number')] as const
  return selectForChange(db, { caller, artistId }, columns)
})
