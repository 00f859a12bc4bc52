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
  const { position, cut } = cursors.openPage({ artistId, filter: { sitting } }, { ...query, limit: pageMax })
  const from = position?.from ?? 0
  const active = selectActiveBoundaries(db, artistId, sitting)
  const rows = active
    .selectAll()
    .offset(from)
    .limit(pageMax + 1)
  const list = await readAuthorized(db, { caller, artistId }, [
    selectListVersion(active).as('listVersion'),
    jsonArrayFrom(rows).as('rows'),
  ])
  const { page, nextCursor } = cut(list, () => ({ from: from + pageMax }))
  return { status: 200, body: { status: 'ok', sitting, boundaries: page.map(viewBoundary), nextCursor } }
}
