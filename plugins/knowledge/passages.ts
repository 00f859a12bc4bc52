import type { Kysely } from 'kysely'
import type { User } from '#src/auth/caller.ts'
import type { KnowledgePassage } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { withEligibleSources } from '#src/evidence/references/eligible-sources.ts'
import { selectWindowBytes, selectWindows } from '#src/evidence/references/read-windows.ts'
import type { FoundPassage } from '#src/evidence/search/search-evidence.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { descriptionText, type EligibleSourceRow, selectSourceColumns } from './queries.ts'
import { viewKnowledgePassage, viewSource } from './views.ts'

/**
 * The exact text of these windows, each with its source, in their order; one whose source has another text by now is
 * left out.
 */
export async function readFoundPassages(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  passages: FoundPassage[],
): Promise<KnowledgePassage[]> {
  if (passages.length === 0) return []
  const rows = await withEligibleSources(db, caller, artistId)
    .with('wanted', () => selectWindows(passages))
    .selectFrom('wanted as w')
    .innerJoin('eligible as s', (join) =>
      join.onRef('s.source_id', '=', 'w.sourceId').onRef('s.revision', '=', 'w.revision'),
    )
    .innerJoin('source_revisions as c', (join) =>
      join
        .on('c.artist_id', '=', artistId)
        .onRef('c.source_id', '=', 's.source_id')
        .onRef('c.revision', '=', 's.revision'),
    )
    .select(['w.index', ...selectSourceColumns(artistId)])
    .select([descriptionText, selectWindowBytes('c.text_utf16').as('bytes')])
    .orderBy('w.index')
    .execute()
  return rows.map((row) => {
    const { start, end } = passages[row.index] as FoundPassage
    const source = viewSource(artistId, row as EligibleSourceRow)
    return viewKnowledgePassage(source, source.revision, { start, end, text: fromUtf16(row.bytes), nextStart: null })
  })
}
