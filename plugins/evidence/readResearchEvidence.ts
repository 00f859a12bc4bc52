import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { viewEvidencePassage } from '#src/evidence/references/passage.ts'
import { extractWindow } from '#src/evidence/references/windows.ts'
import { findPassage } from './queries.ts'
import { chooseCacheControl, chooseText, listPossibleSourceIds, listReadableStatuses } from './rules.ts'

/** An exact window of a piece of research evidence (interface, section 4.5). */
export const readResearchEvidence: Handler<'readResearchEvidence'> = async ({ path, query, caller }, { db }) => {
  const { start, maxChars, revision } = query
  const sourceIds = listPossibleSourceIds(path.evidenceId)
  const window = { sourceIds, revision, visibleStatuses: listReadableStatuses(caller.kind), start, maxChars }
  const row = await findPassage(db, caller, path.id, window)
  if (row === undefined) throw new Problem('not_found')
  const found = chooseText(revision, row)
  if (typeof found === 'string') throw new Problem(found)
  const page = extractWindow(found.text, query)
  return {
    status: 200,
    headers: { 'cache-control': chooseCacheControl(caller.kind, revision === found.revision) },
    body: {
      status: 'ok',
      passage: viewEvidencePassage(row, found.revision, page),
      totalChars: found.text.totalChars,
      nextStart: page.nextStart,
    },
  }
}
