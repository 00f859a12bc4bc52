import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { computeSha256 } from '#src/text/revisions.ts'
import { listHolding } from './correction-queries.ts'
import { viewCorrection } from './views.ts'

const cursors = createCursorCodec('listCorrections', { from: isCount })

/** The corrections that hold, the oldest first. A cursor is bound to their ids and revisions. */
export const listCorrections: Handler<'listCorrections'> = async ({ path, query, caller }, { db }) => {
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position.from ?? 0
  const list = await listHolding(db, { caller, artistId: path.id, from, limit: query.limit })
  const [holding, corrections] = [list.holding ?? [], list.corrections ?? []]
  const listVersion = computeSha256(holding.map(({ id, revision }) => `${id} ${revision}`).join())
  refuseStaleCursor(cursor, listVersion)
  if (cursor !== undefined && corrections.length === 0) throw createMalformedCursor()
  const next = from + corrections.length
  return {
    status: 200,
    body: {
      status: 'ok',
      corrections: corrections.map(viewCorrection),
      nextCursor: next < holding.length ? cursors.write(listing, listVersion, { from: next }) : null,
    },
  }
}
