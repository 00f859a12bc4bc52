import type { Handler } from '#src/contract/operation-types.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { windowOf } from '#src/evidence/references/windows.ts'
import { findPassage } from './queries.ts'
import { cacheControlFor, identitiesOf, shownTo, textToRead } from './rules.ts'
import { viewReading } from './views.ts'

/** Interface 4.5: an exact window of a piece of research evidence. */
export const readResearchEvidence: Handler<'readResearchEvidence'> = async (
  { path, query, caller },
  { db, standby },
) => {
  const { start, maxChars, revision } = query
  const sourceIds = identitiesOf(path.evidenceId)
  const wanted = { sourceIds, revision, shown: shownTo(caller.kind), start, maxChars }
  const row = await findPassage(db, caller, path.id, wanted, standby)
  if (row === undefined) throw new Problem('not_found')
  const found = textToRead(revision, row)
  if (typeof found === 'string') throw new Problem(found)
  return {
    status: 200,
    headers: { 'cache-control': cacheControlFor(caller.kind, revision) },
    body: viewReading(row, found.revision, found.text.totalChars, windowOf(found.text, query)),
  }
}
