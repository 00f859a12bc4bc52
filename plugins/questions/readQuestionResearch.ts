import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { findQuestionResearch } from './queries.ts'
import { viewQuestionResearch } from './views.ts'

/** The progress of the research and what of it this caller may see; a pure read (operations, section 7). */
export const readQuestionResearch: Handler<'readQuestionResearch'> = async ({ path, caller }, { db }) => {
  const question = await findQuestionResearch(db, caller, path.id, path.jobId)
  if (question === undefined) throw new Problem('not_found')
  return { status: 200, body: viewQuestionResearch(question, caller.kind) }
}
