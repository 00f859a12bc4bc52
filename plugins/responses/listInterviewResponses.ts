import type { Handler } from '#plugins/handler.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { allowNull, isInstant, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { findResponses } from './queries.ts'
import { toCurrentVersion } from './rules.ts'
import { viewResponse } from './views.ts'

const cursors = createCursorCodec('listInterviewResponses', { at: allowNull(isInstant), id: isUuid })

/**
 * Answered questions, the newest offer first, those without a known instant last. A cursor is valid until any answer
 * changes (operations, section 4).
 */
export const listInterviewResponses: Handler<'listInterviewResponses'> = async ({ path, query, caller }, { db }) => {
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position

  const { responses, ...list } = await findResponses(db, {
    caller,
    artistId: path.id,
    from,
    rowsMax: query.limit + 1,
  })
  const listVersion = list.listVersion ?? 0
  refuseStaleCursor(cursor, listVersion)
  if (from !== undefined && responses[0]?.id !== from.id) throw createMalformedCursor()

  const next = responses[query.limit]
  return {
    status: 200,
    body: {
      status: 'ok',
      responses: responses.slice(0, query.limit).map((answered) => viewResponse(answered, toCurrentVersion(answered))),
      nextCursor:
        next === undefined
          ? null
          : cursors.write(listing, listVersion, { at: viewInstantOrNull(next.offered_at), id: next.id }),
    },
  }
}
