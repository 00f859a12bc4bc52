import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { computeSha256 } from '#src/text/revisions.ts'
import { findBoundaries } from './queries.ts'
import { viewBoundary } from './views.ts'

const cursors = createCursorCodec('listInterviewBoundaries', { from: isCount })

/** Boundaries on one page (operations, section 5). */
const pageMax = 5

/**
 * The boundaries that hold in a sitting, the oldest first. A cursor is bound to their ids, of which there are few: what
 * a boundary says never changes, so the ids tell the content, and a boundary of another sitting makes no page stale.
 */
export const listInterviewBoundaries: Handler<'listInterviewBoundaries'> = async ({ path, query, caller }, { db }) => {
  const { sitting } = query
  const listing = { artistId: path.id, filter: { sitting } }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position.from ?? 0

  const { holding, boundaries } = await findBoundaries(
    db,
    caller,
    { artistId: path.id, sitting },
    { from, rowsMax: pageMax },
  )
  const listVersion = computeSha256(holding.map(({ id }) => id).join())
  refuseStaleCursor(cursor, listVersion)
  if (cursor !== undefined && boundaries.length === 0) throw createMalformedCursor()

  const next = from + boundaries.length
  return {
    status: 200,
    body: {
      status: 'ok',
      sitting,
      boundaries: boundaries.map(viewBoundary),
      nextCursor: next < holding.length ? cursors.write(listing, listVersion, { from: next }) : null,
    },
  }
}
