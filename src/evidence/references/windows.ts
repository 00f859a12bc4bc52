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

type Offset = number | RawBuilder<number>

/**
 * SQL for the bytes of the units [start, end) of a `text_utf16`, fewer where the text ends sooner; null where the row
 * has no text. The column is stored out of line and uncompressed, so the server fetches these bytes alone, wherever in
 * the text they stand.
 */
const selectBytes = (column: string, start: Offset, end: Offset) =>
  sql<Buffer | null>`substring(${sql.ref(column)} from 2 * ${start}::int + 1 for 2 * (${end}::int - ${start}::int))`

/** SQL for the same in base64, which JSON can hold and the driver does not double. */
export const selectUnits = (column: string, start: Offset, end: Offset) =>
  sql<string | null>`encode(${selectBytes(column, start, end)}, 'base64')`

/** The text of such units. */
export const decodeUnits = (base64: string): string => fromUtf16(Buffer.from(base64, 'base64'))

/**
 * SQL for the units of a requested window. A start beyond every text is brought down to their end: doubled, it would
 * leave PostgreSQL's integer.
 */
export function selectWindow(column: string, window: WindowRequest) {
  const start = Math.min(window.start, textCharsMax)
  return selectUnits(column, start, start + window.maxChars)
}

/** The text of a window, and the length of the whole. */
export type WindowText = { text: string; totalChars: number }

/**
 * The exact window that was asked for, a unit shorter where it would end inside a surrogate pair.
 * @throws Problem `invalid_request` naming `query.start` when it lies past the end of the text or inside a pair; the
 *   end itself is the empty last window (interface, section 4.5).
 */
export function extractWindow({ text, totalChars }: WindowText, { start }: WindowRequest): Page {
  if (start > totalChars)
    throw createInvalidRequest('query.start', `lies past the end of the text, which is ${totalChars}`)
  const page = toPage(text, start, totalChars)
  if (page === undefined) throw createInvalidRequest('query.start', 'lies inside a surrogate pair')
  return page
}

/** A window of one revision of a source; `end` may lie past the text. */
export type SourceWindow = Span & { sourceId: string; revision: string }

/**
 * Windows `w` in their order, the first with the index 0: each with its source `s`, its revision `c` and its units.
 * None of a revision that is not kept. What may be read is the caller's to say.
 */
export const selectWindows = (db: Kysely<DB>, artistId: string, windows: readonly SourceWindow[]) =>
  db
    .selectFrom(
      sql<SourceWindow & { index: number }>`jsonb_to_recordset(${JSON.stringify(
        windows.map(({ sourceId, revision, start, end }, index) => ({ sourceId, revision, start, end, index })),
      )}::jsonb)`.as<'w'>(sql`w (index int, "sourceId" text, revision text, start int, "end" int)`),
    )
    .innerJoin('sources as s', 's.source_id', 'w.sourceId')
    .innerJoin('source_revisions as c', (join) =>
      join.onRef('c.source_id', '=', 's.source_id').onRef('c.revision', '=', 'w.revision'),
    )
    .where('s.artist_id', '=', artistId)
    .where('c.artist_id', '=', artistId)
    .select('w.index')
    .select(selectUnits('c.text_utf16', sql`w.start`, sql`w."end"`).$notNull().as('units'))
    .orderBy('w.index')

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
  const found = await selectWindows(db, artistId, windows)
    .select('c.total_chars as totalChars')
    .whereRef('s.revision', '=', 'c.revision')
    .$if(citable, (qb) => qb.where(isCitable(artistId)))
    .execute()
  return new Map(found.map(({ index, units, totalChars }) => [index, { text: decodeUnits(units), totalChars }]))
}

/** UTF-16 code units of words that PostgreSQL compares: at each place of a hostile text it compares all of them. */
const comparedCharsMax = 64

/**
 * Which of a source's windows of so many units may hold the words, by their starts: an occurrence begins in the window
 * and may end beyond it. PostgreSQL looks for how the words begin, by bytes, and may take two halves of units for one.
 * Undefined when the revision is not the current one of its source, or the source may not be cited.
 */
export async function findWindowsHolding(
  db: Kysely<DB>,
  artistId: string,
  { sourceId, revision }: Pick<SourceWindow, 'sourceId' | 'revision'>,
  { words, windowChars }: { words: string; windowChars: number },
): Promise<number[] | undefined> {
  const beginning = words.slice(0, comparedCharsMax)
  const start = sql<number>`n * ${windowChars}::int`
  const units = selectBytes('r.text_utf16', start, sql<number>`${start} + ${windowChars + beginning.length - 1}`)
  const { rows } = await sql<{ starts: number[] }>`
    select array(
      select ${start} from generate_series(0, (r.total_chars - 1) / ${windowChars}::int) as n
      where position(${toUtf16(beginning)}::bytea in ${units}) > 0) as starts
    from source_revisions r
    join sources s on s.artist_id = ${artistId} and s.source_id = r.source_id and s.revision = r.revision
    where r.artist_id = ${artistId} and r.source_id = ${sourceId} and r.revision = ${revision}
      and ${isCitable(artistId)}`.execute(db)
  return rows[0]?.starts
}
