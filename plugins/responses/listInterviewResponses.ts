import type { Handler } from '#plugins/handler.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { allowNull, isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { findResponses } from './queries.ts'
import { viewResponse } from './views.ts'

const cursors = createCursorCodec('listInterviewResponses', { at: allowNull(isInstant), id: isUuid })

/**
 * Answered questions, the newest offer first, those without a known instant last. A cursor is valid until any answer
 * changes (operations, section 4).
 */
export const listInterviewResponses: Handler<'listInterviewResponses'> = async ({ path, query, caller }, { db }) => {
  const { limit } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const params = { caller, artistId: path.id, after: cursor?.position, limit: limit + 1 }
  const { listVersion, rows } = await findResponses(db, params)
  const { page, nextCursor } = cursors.cutPage(
    { listing, cursor, listVersion: listVersion ?? 0, rows, limit },
    ({ offered_at, id }) => ({ at: viewInstantOrNull(offered_at), id }),
  )
  return { status: 200, body: { status: 'ok', responses: page.map(viewResponse), nextCursor } }
}
