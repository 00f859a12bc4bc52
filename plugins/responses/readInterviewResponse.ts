import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { prepareAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { findClaimed } from './claimed-responses.ts'
import { type ForAnswer, selectCurrentRevision, selectVersions } from './queries.ts'
import { viewReadResponse } from './views.ts'

/**
 * One saved response, in its current or an earlier revision. A question without an answer is not a saved response
 * (operations, section 4).
 */
export const readInterviewResponse: Handler<'readInterviewResponse'> = async ({ path, query, caller }, { db }) => {
  const { id: artistId, answerId } = path
  const { revision = null } = query
  const canBatch = revision === null && db.canBatchReads
  const claimed = canBatch && caller.id ? await findClaimed(db, { userId: caller.id, artistId, answerId }) : undefined
  if (claimed !== undefined) return viewReadResponse(claimed)
  const { response, current } = await findVersion(db, { caller, artistId, answerId, revision })
  if (response === null) throw new Problem('not_found')
  return viewReadResponse(response, current)
}

/** The version of a revision, by default the current one; also for an administrator. Else the reason of the refusal. */
const findVersion = prepareAuthorized((db, params: ForAnswer & { revision: string | null }) => {
  const revision = sql<string>`coalesce(${params.revision}::text, e.revision)`
  return [
    jsonObjectFrom(selectVersions(db, params).where('v.revision', '=', revision)).as('response'),
    selectCurrentRevision(db, params).as('current'),
  ]
})
