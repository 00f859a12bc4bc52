import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { findResponse } from './queries.ts'
import { viewReadResponse } from './views.ts'

/**
 * One saved response, in its current or an earlier revision. A question without an answer is not a saved response
 * (operations, section 4).
 */
export const readInterviewResponse: Handler<'readInterviewResponse'> = async ({ path, query, caller }, { db }) => {
  const params = { caller, artistId: path.id, answerId: path.answerId }
  const { response, current } = await findResponse(db, params, query.revision)
  if (response === null) throw new Problem('not_found')
  return viewReadResponse(response, current)
}
