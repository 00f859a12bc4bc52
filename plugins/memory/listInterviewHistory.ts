import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { allowNull, isCount, isInstant, isOneOf, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { fillPage, isPositionIn, type TextPosition } from '#src/http/pagination/text-pager.ts'
import { findHistory, type HistoryFilter } from './history-queries.ts'
import { answerItem, type HistoryItem, viewCorrectionItem } from './history-views.ts'

const cursors = createCursorCodec('listInterviewHistory', {
  part: isOneOf('correction', 'answer'),
  at: allowNull(isInstant),
  id: isUuid,
  field: isCount,
  start: isCount,
})

/**
 * The corrections, then every question with its answer; each the newest first, and questions whose offer has no known
 * instant at the end. A cursor is bound to the newest change that can show here; boundaries, reviews and Lore leave it
 * valid (operations, section 5).
 */
export const listInterviewHistory: Handler<'listInterviewHistory'> = async ({ path, query, caller }, { db }) => {
  const { limit, maxChars, kind } = query
  const filter: HistoryFilter = { kind, sitting: query.sitting ?? null }
  const listing = { artistId: path.id, filter }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position

  const history = await findHistory(db, caller, path.id, filter, { from, rowsMax: limit + 1 })
  refuseStaleCursor(cursor, history.listVersion)

  const items = [...history.corrections.map(viewCorrectionItem), ...history.answers.map(answerItem)]
  const first = { entry: 0, field: from?.field ?? 0, start: from?.start ?? 0 }
  if (from !== undefined && (items[0]?.from.id !== from.id || !isPositionIn(items, first)))
    throw createMalformedCursor()
  const page = fillPage(items, first, { charsMax: maxChars, entriesMax: limit })
  const next = page.next && findPosition(items, page.next)
  const correctionsComplete =
    !history.hasCorrections || (kind !== 'answers' && from === undefined && next?.part !== 'correction')
  return {
    status: 200,
    body: {
      status: 'ok',
      entries: page.entries.map(({ entry, fields }) => entry.view(fields)),
      budget: {
        returnedChars: page.returnedChars,
        truncated: page.next !== undefined && page.next.entry < limit,
        nextCursor: next === undefined ? null : cursors.write(listing, history.listVersion, next),
      },
      constraintsComplete: correctionsComplete && !history.hasBoundaries,
      memory: { boundaryState: history.hasBoundaries ? 'active' : 'none', latestAnswer: history.latestAnswer },
      correctionsComplete,
    },
  }
}

function findPosition(items: readonly HistoryItem[], { entry, field, start }: TextPosition) {
  const item = items[entry]
  return item && { ...item.from, field, start }
}
