import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { prepareAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createBatchLoader } from '#src/database/batch-loader.ts'
import type { DB } from '#src/database/tables.gen.ts'
import {
  type ForAnswer,
  type HasAnswer,
  questionColumns,
  selectAnswered,
  selectCurrentRevision,
  selectVersions,
} from './queries.ts'
import { viewReadResponse } from './views.ts'

/**
 * One saved response, in its current or an earlier revision. A question without an answer is not a saved response
 * (operations, section 4).
 */
export const readInterviewResponse: Handler<'readInterviewResponse'> = async ({ path, query, caller }, { db }) => {
  const { id: artistId, answerId } = path
  const { revision = null } = query
  const claimed =
    revision === null && caller.id ? await findClaimed(db, { userId: caller.id, artistId, answerId }) : undefined
  if (claimed !== undefined) return viewReadResponse(claimed)
  const { response, current } = await findVersion(db, { caller, artistId, answerId, revision })
  if (response === null) throw new Problem('not_found')
  return viewReadResponse(response, current)
}

/**
 * The current version for an approved claimant, and only the row: to return the authorization as well would double the
 * server's cost, and a cluster would plan the third table on two nodes.
 */
const findClaimed = createBatchLoader(
  { userId: 'uuid', artistId: 'uuid', answerId: 'uuid' },
  (db, { userId, artistId, answerId }) =>
    selectAnswered(db, artistId)
      .select([...questionColumns, 'revision', 'answer', 'offered_at', 'answer_updated_at'])
      .$narrowType<HasAnswer>()
      .where('id', '=', answerId)
      .where((eb) => eb.exists(selectApprovedClaim(db, userId, artistId))),
)

const selectApprovedClaim = (db: Kysely<DB>, userId: string, artistId: string) =>
  db
    .selectFrom('claims')
    .select('state')
    .where('artist_id', '=', artistId)
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('approved'))

/** The version of a revision, without one the current version; also for an administrator, or the reason of a refusal. */
const findVersion = prepareAuthorized((db, params: ForAnswer & { revision: string | null }) => {
  const revision = sql<string>`coalesce(${params.revision}::text, e.revision)`
  return [
    jsonObjectFrom(selectVersions(db, params).where('v.revision', '=', revision)).as('response'),
    selectCurrentRevision(db, params).as('current'),
  ]
})
