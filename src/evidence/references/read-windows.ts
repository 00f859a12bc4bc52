import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { isCitable } from './eligible-sources.ts'

/** A window of one revision of a source: UTF-16 code units, [start, end); `end` may lie past the text. */
export type SourceWindow = { sourceId: string; revision: string; start: number; end: number }

/** The text of a window, and the length of the whole. */
export type WindowText = { text: string; totalChars: number }

/**
 * The texts of these windows by their index, exact; none for a window whose revision is not the current one of its
 * source, or whose source may not be cited and `citable` asks for that. Whether the caller may read is not checked.
 */
export async function readWindows(
  db: Kysely<DB>,
  artistId: string,
  windows: readonly SourceWindow[],
  { citable = false }: { citable?: boolean } = {},
): Promise<ReadonlyMap<number, WindowText>> {
  if (windows.length === 0) return new Map()
  const rows = JSON.stringify(windows.map((window, index) => ({ ...window, index })))
  const { rows: found } = await sql<{ index: number; bytes: Buffer; total_chars: number }>`
    select w.index, r.total_chars, substring(r.text_utf16 from 2 * w.start + 1 for 2 * (w."end" - w.start)) as bytes
    from jsonb_to_recordset(${rows}::jsonb) as w (index int, "sourceId" text, revision text, start int, "end" int)
    join sources s on s.artist_id = ${artistId} and s.source_id = w."sourceId" and s.revision = w.revision
    join source_revisions r on r.artist_id = ${artistId} and r.source_id = s.source_id and r.revision = s.revision
    where ${citable ? isCitable : sql<boolean>`true`}`.execute(db)
  return new Map(
    found.map(({ index, bytes, total_chars: totalChars }) => [index, { text: fromUtf16(bytes), totalChars }]),
  )
}
