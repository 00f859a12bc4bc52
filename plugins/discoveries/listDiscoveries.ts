import type { Handler } from '#plugins/handler.ts'
import { viewInstant } from '#src/database/instants.ts'
import { createCursorCodec, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { listCandidates } from './queries.ts'
import { viewCandidate } from './views.ts'

const cursors = createCursorCodec('listDiscoveries', { createdAt: isInstant, id: isUuid })

/** The candidates of one curation, those that wait by default, the oldest first (operations, section 7). */
export const listDiscoveries: Handler<'listDiscoveries'> = async ({ path, query, caller }, { db }) => {
  const { curation = 'pending', limit } = query
  const listing = { artistId: path.id, filter: { curation } }
  const cursor = cursors.read(listing, query.cursor)
  // One more than the page may hold tells whether there is another.
  const queue = await listCandidates(db, caller, path.id, { curation, after: cursor?.position, limit: limit + 1 })
  refuseStaleCursor(cursor, queue.listVersion)
  const page = queue.candidates.slice(0, limit)
  const last = page.at(-1)
  const nextCursor =
    queue.candidates.length > page.length && last !== undefined
      ? cursors.write(listing, queue.listVersion, { createdAt: viewInstant(last.created_at), id: last.id })
      : null
  return { status: 200, body: { status: 'ok', candidates: page.map(viewCandidate), nextCursor } }
}
