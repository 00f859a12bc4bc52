import type { LoreText } from '#src/contract/types.gen.ts'
import type { Database } from '#src/database/database.ts'
import { findTouched } from '#src/records/lore/edit.ts'
import { getLoreState } from '#src/records/lore/versions.ts'
import { buildRules, type Excluded } from '#src/records/memory/exclusions/find-excluded.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { type LoreRecords, type LoreRow, listQuotedSources } from './queries.ts'
import { viewExcluded, viewLore, viewSources } from './views.ts'

/** As many as the contract has room for: a text of very short sentences has thousands, each with a long wording. */
const listedExclusionsMax = 500

/** The sentences of a text that a boundary or a correction touches. */
export async function listTouched(
  lore: Pick<LoreRow, 'text' | 'citations'>,
  { artistName, boundaries, corrections }: Pick<LoreRecords, 'artistName' | 'boundaries' | 'corrections'>,
): Promise<Excluded[]> {
  const rules = await runInTimeSlices(buildRules(artistName, boundaries, corrections))
  return await runInTimeSlices(findTouched(lore, rules))
}

/** A version with its state, its sources, and what is touched in it. */
export async function readLoreText(
  db: Database,
  artistId: string,
  row: LoreRow,
  records: LoreRecords,
): Promise<LoreText> {
  const ids = row.citations.flatMap(({ kind, id }) => (kind === 'original' ? id : []))
  const sources = ids.length === 0 ? [] : await listQuotedSources(db, artistId, ids)
  const touched = await listTouched(row, records)
  return viewLore(row, {
    state: getLoreState(row.number, records.published, records.newest),
    sources: viewSources(row, sources),
    excluded: touched.slice(0, listedExclusionsMax).map((one) => viewExcluded(row.text, one, records)),
  })
}
