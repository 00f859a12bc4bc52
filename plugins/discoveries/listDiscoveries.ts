import type { Handler } from '#plugins/handler.ts'
import { viewInstant } from '#src/database/instants.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { listCandidates } from './queries.ts'
import { viewCandidate } from './views.ts'

const cursors = createCursorCodec('listDiscoveries', { createdAt: isInstant, id: isUuid })

/** The candidates of one curation, those that wait by default, the oldest first (operations, section 7). */
export const listDiscoveries: Handler<'listDiscoveries'> = async ({ path, query, caller }, { db }) => {
  const { curation = 'pending', limit } = query
  const listing = { artistId: path.id, filter: { curation } }
  const cursor = cursors.read(listing, query.cursor)
  const after = cursor?.position
  const { candidates: rows, listVersion } = await listCandidates(db, caller, path.id, {
    curation,
    after,
    limit: limit + 1,
  })
  const { page, nextCursor } = cursors.cutPage({ listing, cursor, listVersion, rows, limit }, ({ created_at, id }) => ({
    createdAt: viewInstant(created_at),
    id,
  }))
  return { status: 200, body: { status: 'ok', candidates: page.map(viewCandidate), nextCursor } }
}
