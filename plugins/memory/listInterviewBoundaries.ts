import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { selectActiveBoundaries, selectListVersion } from '#src/records/memory/memory-queries.ts'
import { viewBoundary } from './boundaries.ts'

const cursors = createCursorCodec('listInterviewBoundaries', { from: isCount })

/** Boundaries on one page (operations, section 5). */
const pageMax = 5

/**
 * The boundaries that hold in a sitting, the oldest first. A cursor is bound to these alone: a boundary of another
 * sitting makes no page stale.
 */
export const listInterviewBoundaries: Handler<'listInterviewBoundaries'> = async ({ path, query, caller }, { db }) => {
  const { sitting } = query
  const artistId = path.id
  const listing = { artistId, filter: { sitting } }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position.from ?? 0
  const active = selectActiveBoundaries(db, artistId, sitting)
  const list = await readAuthorized(db, { caller, artistId }, [
    selectListVersion(active).as('listVersion'),
    jsonArrayFrom(
      active
        .selectAll()
        .offset(from)
        .limit(pageMax + 1),
    ).as('rows'),
  ])
  const listed = { ...list, listing, cursor, limit: pageMax }
  const { page, nextCursor } = cursors.cutPage(listed, () => ({ from: from + pageMax }))
  return { status: 200, body: { status: 'ok', sitting, boundaries: page.map(viewBoundary), nextCursor } }
}
