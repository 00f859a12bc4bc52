import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { listBoundaries } from './boundary-queries.ts'
import { viewBoundary } from './views.ts'

const cursors = createCursorCodec('listInterviewBoundaries', { from: isCount })

/** Boundaries on one page (operations, section 5). */
const pageMax = 5

/**
 * The boundaries that hold in a sitting, the oldest first. A cursor is bound to these alone: a boundary of another
 * sitting makes no page stale.
 */
export const listInterviewBoundaries: Handler<'listInterviewBoundaries'> = async ({ path, query, caller }, { db }) => {
  const { sitting } = query
  const listing = { artistId: path.id, filter: { sitting } }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position.from ?? 0
  const list = await listBoundaries(db, { caller, artistId: path.id, sitting, from, limit: pageMax + 1 })
  const listed = { ...list, listing, cursor, limit: pageMax }
  const { page, nextCursor } = cursors.cutPage(listed, () => ({ from: from + pageMax }))
  return { status: 200, body: { status: 'ok', sitting, boundaries: page.map(viewBoundary), nextCursor } }
}
