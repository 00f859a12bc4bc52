import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { extractWindow } from '#src/evidence/references/windows.ts'
import { findReading } from './queries.ts'
import { chooseRevisionText } from './rules.ts'
import { computeEmptyRevision, viewSourceReading } from './views.ts'

/** An exact window of the current text, or of an earlier one where its version is named (operations, section 6). */
export const readArtistSource: Handler<'readArtistSource'> = async ({ path, query, caller }, { db }) => {
  const { revision, start, maxChars, includeVersion } = query
  const sourceId = path.sourceId.toLowerCase()
  const row = await findReading(db, caller, path.id, { sourceId, revision, start, maxChars })
  if (row === undefined) throw new Problem('not_found')
  const found = chooseRevisionText(
    { requestedRevision: revision, emptyRevision: computeEmptyRevision(path.id, sourceId), includeVersion },
    row,
  )
  if (typeof found === 'string') throw new Problem(found)
  return { status: 200, body: viewSourceReading(path.id, row, found, extractWindow(found.text, query), includeVersion) }
}
