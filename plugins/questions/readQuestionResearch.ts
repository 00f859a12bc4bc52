import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { findQuestion, listFoundPassages } from './queries.ts'
import { viewQuestionResearch } from './views.ts'

/** The progress of the research and what of it this caller may see; a pure read (operations, section 7). */
export const readQuestionResearch: Handler<'readQuestionResearch'> = async ({ path, caller }, { db }) => {
  const question = await findQuestion(db, caller, path.id, { column: 'id', value: path.jobId })
  if (question === undefined) throw new Problem('not_found')
  const passages = await listFoundPassages(db, path.id, question.findings.windows)
  return { status: 200, body: viewQuestionResearch(question, passages, caller.kind) }
}
