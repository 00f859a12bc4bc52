import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { listPendingCandidates } from './queries.ts'
import { viewCandidate } from './views.ts'

const cursors = createCursorCodec('listDiscoveries', { createdAt: isInstant, id: isUuid })

/** What waits for a decision, the oldest first (operations, section 7). */
export const listDiscoveries: Handler<'listDiscoveries'> = async ({ path, query, caller }, { db }) => {
  const listing = { artistId: path.id }
  const place = cursors.read(listing, query.cursor)
  // One more than the page may hold shows whether there is another.
  const queue = await listPendingCandidates(db, caller, path.id, { after: place?.position, limit: query.limit + 1 })
  refuseStaleCursor(place, queue.mark)
  const page = queue.candidates.slice(0, query.limit)
  const last = page.at(-1)
  const nextCursor =
    queue.candidates.length > page.length && last !== undefined
      ? cursors.write(listing, queue.mark, { createdAt: last.created_at.toISOString(), id: last.id })
      : null
  return { status: 200, body: { status: 'ok', candidates: page.map(viewCandidate), nextCursor } }
}
