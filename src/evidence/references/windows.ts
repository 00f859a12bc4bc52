import { type Kysely, type RawBuilder, sql } from 'kysely'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { type Page, type Span, toPage } from '#src/text/windows.ts'
import { isCitable } from './eligible-sources.ts'

/** The longest text that can be stored or reopened, in UTF-16 units (interface, section 4.5; a CHECK of the schema). */
export const textCharsMax = 4_000_000

/** What a caller asks for: the units from `start` on, `maxChars` at most. */
export type WindowRequest = { start: number; maxChars: number }

/**
 * SQL for the bytes of the units [start, end) of a `text_utf16`, fewer where the text ends sooner; null where the row
 * has no text. The column is stored out of line and uncompressed, so the server fetches these bytes alone, wherever in
 * the text they stand.
 */
export const selectUnits = (column: string, start: number | RawBuilder<number>, end: number | RawBuilder<number>) =>
  sql<Buffer | null>`substring(${sql.ref(column)} from 2 * ${start}::int + 1 for 2 * (${end}::int - ${start}::int))`

/**
 * SQL for the bytes of a requested window. A start beyond every text is brought down to their end: doubled, it would
 * leave PostgreSQL's integer.
 */
export function selectWindow(column: string, window: WindowRequest) {
  const start = Math.min(window.start, textCharsMax)
  return selectUnits(column, start, start + window.maxChars)
}

/** What came back for it, and the length of the whole text. */
export type WindowBytes = { bytes: Buffer; totalChars: number }

/**
 * The exact window that was asked for, a unit shorter where it would end inside a surrogate pair.
 * @throws Problem `invalid_request` naming `query.start` when it lies past the end of the text or inside a pair; the
 *   end itself is the empty last window (interface, section 4.5).
 */
export function extractWindow({ bytes, totalChars }: WindowBytes, { start }: WindowRequest): Page {
  if (start > totalChars)
    throw createInvalidRequest('query.start', `lies past the end of the text, which is ${totalChars}`)
  const page = toPage(fromUtf16(bytes), start, totalChars)
  if (page === undefined) throw createInvalidRequest('query.start', 'lies inside a surrogate pair')
  return page
}

/** A window of one revision of a source; `end` may lie past the text. */
export type SourceWindow = Span & { sourceId: string; revision: string }

/** The text of a window, and the length of the whole. */
export type WindowText = { text: string; totalChars: number }

/** The windows as rows, for a statement that joins the sources and revisions of their texts; begins at index 0. */
export const selectWindows = (windows: readonly SourceWindow[]) =>
  sql<SourceWindow & { index: number }>`(select * from jsonb_to_recordset(${JSON.stringify(
    windows.map(({ sourceId, revision, start, end }, index) => ({ sourceId, revision, start, end, index })),
  )}::jsonb) as w (index int, "sourceId" text, revision text, start int, "end" int))`

/** The UTF-16 bytes of the window `w` of a text that is there. */
export const selectWindowBytes = (column: string) =>
  selectUnits(column, sql<number>`w.start`, sql<number>`w."end"`).$castTo<Buffer>()

/**
 * The texts of these windows by their index, exact. None for a window whose revision is not the current one of its
 * source, or whose source may not be cited and `citable` asks for that. Whether the caller may read is not checked.
 */
export async function readWindows(
  db: Kysely<DB>,
  artistId: string,
  windows: readonly SourceWindow[],
  { citable = false }: { citable?: boolean } = {},
): Promise<ReadonlyMap<number, WindowText>> {
  if (windows.length === 0) return new Map()
  const { rows: found } = await sql<{ index: number; bytes: Buffer; total_chars: number }>`
    select w.index, r.total_chars, ${selectWindowBytes('r.text_utf16')} as bytes
    from ${selectWindows(windows)} as w
    join source_revisions r on r.artist_id = ${artistId} and r.source_id = w."sourceId" and r.revision = w.revision
    join sources s on s.artist_id = ${artistId} and s.source_id = r.source_id
    where s.revision = r.revision and (${!citable} or ${isCitable})`.execute(db)
  return new Map(
    found.map(({ index, bytes, total_chars: totalChars }) => [index, { text: fromUtf16(bytes), totalChars }]),
  )
}

/**
 * Which of a source's windows of so many units may hold the words, by their starts: an occurrence begins in the window
 * and may end beyond it. PostgreSQL compares bytes and may take two halves of units for one. Undefined when the
 * revision is not the current one of its source, or the source may not be cited.
 */
export async function findWindowsHolding(
  db: Kysely<DB>,
  artistId: string,
  { sourceId, revision }: Pick<SourceWindow, 'sourceId' | 'revision'>,
  { words, windowChars }: { words: string; windowChars: number },
): Promise<number[] | undefined> {
  const start = sql<number>`n * ${windowChars}::int`
  const units = selectUnits('r.text_utf16', start, sql<number>`${start} + ${windowChars + words.length - 1}`)
  const { rows } = await sql<{ starts: number[] }>`
    select array(
      select ${start} from generate_series(0, (r.total_chars - 1) / ${windowChars}::int) as n
      where position(${toUtf16(words)}::bytea in ${units}) > 0) as starts
    from source_revisions r
    join sources s on s.artist_id = ${artistId} and s.source_id = r.source_id and s.revision = r.revision
    where r.artist_id = ${artistId} and r.source_id = ${sourceId} and r.revision = ${revision} and ${isCitable}`.execute(
    db,
  )
  return rows[0]?.starts
}
