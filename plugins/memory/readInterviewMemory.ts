import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { MemoryEntry, MemoryFieldName } from '#src/contract/types.gen.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import {
  type Field,
  type FieldWindow,
  fillPage,
  isPositionIn,
  type TextPosition,
} from '#src/http/pagination/text-pager.ts'
import { computeSnapshotId } from '#src/records/memory/snapshot.ts'
import { findMemory, type MemoryRow } from './queries.ts'

const cursors = createCursorCodec('readInterviewMemory', { sitting: isCount, entry: isCount, start: isCount })

const beginning: TextPosition = { entry: 0, start: 0 }

/**
 * One page of the mandatory memory. Its cursors are bound to the sitting and the snapshot, so the next page is never of
 * another memory, even if the request does not name the sitting (operations, section 5).
 */
export const readInterviewMemory: Handler<'readInterviewMemory'> = async ({ path, query, caller }, { db }) => {
  const { maxChars } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const from = cursor?.position ?? beginning
  const addressed = query.sitting ?? cursor?.position.sitting
  if (cursor !== undefined && cursor.position.sitting !== addressed) throw createMalformedCursor()

  const { sitting, ...memory } = await findMemory(db, caller, { artistId: path.id, sitting: addressed }, from, maxChars)
  if (!mayRead(sitting, memory)) throw new Problem('state_changed')
  const { latestAnswer, corrections, boundaries } = memory
  const snapshotId = computeSnapshotId(path.id, sitting, memory)
  refuseStaleCursor(cursor, snapshotId)

  const entries = memory.entries.map((row) => ({ row, fields: listMemoryFields(row) }))
  const first: TextPosition = { entry: 0, start: from.start }
  if (cursor !== undefined && !isPositionIn(entries, first)) throw createMalformedCursor()
  const page = fillPage(entries, first, { charsMax: maxChars, entriesMax: entries.length })
  const next = page.next && { ...page.next, entry: from.entry + page.next.entry }
  return {
    status: 200,
    body: {
      status: 'ok',
      snapshotId,
      sitting,
      latestAnswer,
      totalEntries: (latestAnswer === null ? 0 : 1) + corrections.length + boundaries.length,
      entries: page.entries.map(({ entry, fields }) => viewMemoryEntry(entry.row, fields)),
      constraintsComplete: cursor === undefined && next === undefined,
      budget: {
        returnedChars: page.returnedChars,
        nextCursor: next === undefined ? null : cursors.write(listing, snapshotId, { sitting, ...next }),
      },
    },
  }
}

/**
 * Whether a memory may be read for a sitting: the latest known, or the one that comes next (operations, section 5). The
 * sitting under way is one too when an import brought answers of a later number, or no question could be offered in it
 * any more.
 */
const mayRead = (sitting: number, known: { latestSitting: number; activeSitting: number | null }): boolean =>
  sitting === known.latestSitting || sitting === known.latestSitting + 1 || sitting === known.activeSitting

/** What each kind of entry calls its texts. */
const fieldNames = {
  latest_answer: ['question', 'answer'],
  correction: ['claim', 'correction'],
  boundary: ['question', 'wording'],
} as const satisfies Record<MemoryRow['kind'], readonly MemoryFieldName[]>

/** The texts of an entry under their names, in the order in which they are read. */
function listMemoryFields(row: MemoryRow): Field<MemoryFieldName>[] {
  const [first, second] = fieldNames[row.kind]
  return [
    { name: first, text: row.first_text },
    { name: second, text: row.second_text },
  ]
}

/** An entry with the windows of its texts that a page has room for. */
const viewMemoryEntry = (row: MemoryRow, fields: FieldWindow<MemoryFieldName>[]): MemoryEntry => ({
  entryId: row.id,
  revision: row.revision,
  kind: row.kind,
  fields,
  metadata: { ...row.facts, savedAt: viewInstantOrNull(row.saved_at) },
})
