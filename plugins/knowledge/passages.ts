import { type Kysely, sql } from 'kysely'
import type { User } from '#src/auth/caller.ts'
import type { KnowledgePassage } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { withEligibleSources } from '#src/evidence/references/eligible-sources.ts'
import type { Snippet } from '#src/evidence/search/snippets.ts'
import { fromUtf16, sqlWindow } from '#src/text/utf16.ts'
import { descriptionText, type SourceRow, sourceColumns } from './queries.ts'
import { viewKnowledgePassage, viewSource } from './views.ts'

/** The exact text of these windows of current texts, each with its source, in their order. */
export async function readPassages(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  passages: Snippet[],
): Promise<KnowledgePassage[]> {
  if (passages.length === 0) return []
  const windows = passages.map(({ sourceId, start, end }, place) => {
    const { from, length } = sqlWindow(start, end)
    return { place, source_id: sourceId, from_byte: from, bytes: length }
  })
  const rows = await withEligibleSources(db, caller, artistId)
    .with(
      'wanted',
      () =>
        sql<{ place: number; source_id: string }>`(select * from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
        as w (place int, source_id text, from_byte int, bytes int))`,
    )
    .selectFrom('wanted as w')
    .innerJoin('eligible as s', 's.source_id', 'w.source_id')
    .innerJoin('source_revisions as c', (join) =>
      join
        .onRef('c.artist_id', '=', 's.artist_id')
        .onRef('c.source_id', '=', 's.source_id')
        .onRef('c.revision', '=', 's.revision'),
    )
    .select(['w.place', ...sourceColumns])
    .select([descriptionText, sql<Buffer>`substring(c.text_utf16 from w.from_byte for w.bytes)`.as('bytes')])
    .orderBy('w.place')
    .execute()
  return rows.map((row) => {
    const { start, end } = passages[row.place] as Snippet
    const source = viewSource(artistId, row as SourceRow)
    return viewKnowledgePassage(source, source.revision, { start, end, text: fromUtf16(row.bytes), nextStart: null })
  })
}
