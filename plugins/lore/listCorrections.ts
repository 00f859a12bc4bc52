import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { listHolding } from './correction-queries.ts'
import { viewCorrection } from './views.ts'

const cursors = createCursorCodec('listCorrections', { from: isCount })

/** The corrections that hold, the oldest first. A cursor is bound to their ids and revisions. */
export const listCorrections: Handler<'listCorrections'> = async ({ path, query, caller }, { db }) => {
  const { limit } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position.from ?? 0
  const list = await listHolding(db, { caller, artistId: path.id, from, limit: limit + 1 })
  const { page, nextCursor } = cursors.cutPage({ ...list, listing, cursor, limit }, () => ({ from: from + limit }))
  return { status: 200, body: { status: 'ok', corrections: page.map(viewCorrection), nextCursor } }
}
