import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { extractWindow } from '#src/evidence/references/windows.ts'
import { findReading } from './queries.ts'
import { computeEmptyRevision, viewKnowledgePassage, viewSource } from './views.ts'

/**
 * An exact window of the current text, or of an earlier one where its version is named (operations, section 6). A
 * source without a stored text has the empty one, so that it can be listed and read before its text comes.
 */
export const readArtistSource: Handler<'readArtistSource'> = async ({ path, query, caller }, { db }) => {
  const { start, maxChars, includeVersion } = query
  const sourceId = path.sourceId.toLowerCase()
  const row = await findReading(db, caller, path.id, { sourceId, revision: query.revision, start, maxChars })
  if (row === undefined) throw new Problem('not_found')
  const emptyRevision = computeEmptyRevision(path.id, sourceId)
  const currentRevision = row.current_revision ?? emptyRevision
  const revision = query.revision ?? currentRevision
  if (row.bytes === null && revision !== emptyRevision) throw new Problem('not_found')
  if (revision !== currentRevision && !includeVersion) throw new Problem('revision_changed')

  const totalChars = row.total_chars ?? 0
  const window = extractWindow({ bytes: row.bytes ?? Buffer.alloc(0), totalChars }, query)
  const version = {
    state: revision === currentRevision ? ('current' as const) : ('historical' as const),
    currentRevision,
    capturedAt: row.captured_at?.toISOString() ?? null,
  }
  return {
    status: 200,
    body: {
      status: 'ok',
      passage: viewKnowledgePassage(viewSource(path.id, row), revision, window),
      totalChars,
      nextStart: window.nextStart,
      returnedChars: window.text.length,
      truncated: window.nextStart !== null,
      ...(includeVersion && { version }),
    },
  }
}
