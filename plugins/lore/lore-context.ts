import type { LoreExclusion } from '#src/contract/types.gen.ts'
import type { Database } from '#src/database/database.ts'
import { findTouched } from '#src/records/lore/edit.ts'
import { getLoreState } from '#src/records/lore/versions.ts'
import type { Correction } from '#src/records/memory/exclusions/corrections.ts'
import { buildRules, type Excluded } from '#src/records/memory/exclusions/find-excluded.ts'
import type { Boundary } from '#src/records/memory/exclusions/parse-boundary.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { type LoreRow, listQuotedSources } from './queries.ts'
import { type LoreContext, viewSources } from './views.ts'

/** What may not be said, and the numbers that decide what a version is. */
export type LoreRecords = {
  artistName: string | null
  boundaries: Boundary[] | null
  corrections: Correction[] | null
  published: number | null
  newest: number | null
}

/** As many as the contract has room for: a text of very short sentences has thousands, each with a long wording. */
const listedExclusionsMax = 500

type Text = Pick<LoreRow, 'text' | 'citations'>

/** The sentences of a text that a boundary or a correction touches. */
export async function listTouched(lore: Text, records: LoreRecords): Promise<Excluded[]> {
  const { artistName, boundaries, corrections } = records
  const rules = await runInTimeSlices(buildRules(artistName ?? '', boundaries ?? [], corrections ?? []))
  return await runInTimeSlices(findTouched(lore, rules))
}

/** What a version is shown with: its state, its sources, and what is touched in it. */
export async function readContext(
  db: Database,
  artistId: string,
  lore: LoreRow,
  records: LoreRecords,
): Promise<LoreContext> {
  const ids = lore.citations.flatMap(({ kind, id }) => (kind === 'original' ? id : []))
  const sources = ids.length === 0 ? [] : await listQuotedSources(db, artistId, [...new Set(ids)])
  const touched = await listTouched(lore, records)
  return {
    state: getLoreState(lore.number, records.published, records.newest),
    sources: viewSources(lore, sources),
    excluded: touched.slice(0, listedExclusionsMax).map((one) => viewExcluded(lore.text, one, records)),
  }
}

function viewExcluded(text: string, one: Excluded, { boundaries, corrections }: LoreRecords): LoreExclusion {
  const { start, end, because, id, replacement } = one
  const wording =
    because === 'boundary'
      ? boundaries?.find((boundary) => boundary.id === id)?.wording
      : corrections?.find((correction) => correction.id === id)?.claim
  return { start, end, text: text.slice(start, end), because, id, wording: wording ?? '', replacement }
}
