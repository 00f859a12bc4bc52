import type { Handler } from '#plugins/handler.ts'
import type { HistoryEntry, HistoryFieldName } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { allowNull, isCount, isInstant, isOneOf, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { type Field, fillPage, isPositionIn } from '#src/http/pagination/text-pager.ts'
import { type AnswerRow, type CorrectionRow, findHistory, type HistoryFilter } from './history-queries.ts'

const cursors = createCursorCodec('listInterviewHistory', {
  kind: isOneOf('correction', 'answer'),
  at: allowNull(isInstant),
  id: isUuid,
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

  const items = [...history.corrections.map(viewCorrection), ...history.answers.map(viewAnswer)]
  const first = { entry: 0, start: from?.start ?? 0 }
  if (from !== undefined && (items[0]?.entry.entryId !== from.id || !isPositionIn(items, first)))
    throw createMalformedCursor()
  const page = fillPage(items, first, { charsMax: maxChars, entriesMax: limit })
  const next = page.next && items[page.next.entry]
  const nextCursor =
    page.next && next
      ? cursors.write(listing, history.listVersion, {
          kind: next.entry.kind,
          at: next.at,
          id: next.entry.entryId,
          start: page.next.start,
        })
      : null
  const correctionsComplete =
    !history.hasCorrections || (kind !== 'answers' && from === undefined && next?.entry.kind !== 'correction')
  return {
    status: 200,
    body: {
      status: 'ok',
      entries: page.entries.map(({ entry: { entry }, fields }) => ({
        ...entry,
        fields: fields.map(({ name, ...window }) => ({ field: name, ...window })),
      })),
      budget: {
        returnedChars: page.returnedChars,
        truncated: page.next !== undefined && page.next.entry < limit,
        nextCursor,
      },
      constraintsComplete: correctionsComplete && !history.hasBoundaries,
      memory: { boundaryState: history.hasBoundaries ? 'active' : 'none', latestAnswer: history.latestAnswer },
      correctionsComplete,
    },
  }
}

/** An entry of the history: when it was offered or recorded, its texts, and what is shown beside them. */
type HistoryItem = {
  at: string | null
  fields: Field<HistoryFieldName>[]
  entry: Omit<HistoryEntry, 'fields'>
}

const viewCorrection = (row: CorrectionRow): HistoryItem => ({
  at: viewInstantOrNull(row.created_at),
  fields: [
    { name: 'claim', text: row.claim },
    { name: 'correction', text: row.correction },
  ],
  entry: {
    entryId: row.id,
    revision: row.revision,
    kind: 'correction',
    questionKey: null,
    answerState: null,
    sitting: null,
    offeredAt: null,
    answerUpdatedAt: null,
    source: null,
    correctionKind: row.correction_kind,
    references: [],
  },
})

const viewAnswer = (row: AnswerRow): HistoryItem => ({
  at: viewInstantOrNull(row.offered_at),
  fields: [
    { name: 'question', text: row.question },
    { name: 'answer', text: row.answer },
  ],
  entry: {
    entryId: row.id,
    revision: row.revision,
    kind: 'answer',
    questionKey: row.question_key,
    answerState: row.state as HistoryEntry['answerState'],
    sitting: row.sitting,
    offeredAt: viewInstantOrNull(row.offered_at),
    answerUpdatedAt: row.state === 'offered' ? null : viewInstantOrNull(row.answer_updated_at),
    source: row.source as HistoryEntry['source'],
    correctionKind: null,
    references: row.citations as HistoryEntry['references'],
  },
})
