/* A version of the Lore as it is sent: its text with the evidence of each passage, and what is touched in it. */
import { type Kysely, sql } from 'kysely'
import type { LoreCitation, LoreSource, LoreText } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { keepIfPublic, keepIfPublicationDate, truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import { findTouched } from '#src/records/lore/edit.ts'
import { getLoreState } from '#src/records/lore/versions.ts'
import { buildRules, type Excluded } from '#src/records/memory/exclusions/find-excluded.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import type { LoreRecords, LoreRow } from './queries.ts'
import { viewLoreVersion } from './views.ts'

/** As many as the contract has room for: a text of very short sentences has thousands. */
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
  db: Kysely<DB>,
  artistId: string,
  row: LoreRow,
  records: LoreRecords,
): Promise<LoreText> {
  const { text, citations } = row
  const state = getLoreState(row.number, records.published, records.newest)
  const ids = citations.flatMap(({ kind, id }) => (kind === 'original' ? id : []))
  const sources = ids.length === 0 ? [] : await listQuotedSources(db, artistId, ids)
  const touched = await listTouched(row, records)
  return {
    ...viewLoreVersion(row, state),
    text,
    citations: citations.map((citation) => viewCitation(text, citation)),
    isCurrent: state === 'published',
    sources: viewSources(row, sources),
    excluded: touched.slice(0, listedExclusionsMax).map(({ start, end, because, replacement }) => {
      return { start, end, text: text.slice(start, end), because, replacement }
    }),
  }
}

/** The sources with these ids, as the artist's page names them. */
const listQuotedSources = (db: Kysely<DB>, artistId: string, ids: readonly string[]) =>
  db
    .selectFrom('sources')
    .select(['source_id', 'title', 'publisher', 'published_at', 'url'])
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`source_id = any(${ids})`)
    .execute()

/** A citation quotes its passage of the text unit for unit, so the quote is cut from there. */
function viewCitation(text: string, citation: HashedCitation): LoreCitation {
  const { start, end, kind, id, revision, quoteStart, quoteEnd } = citation
  const window = { revision, start: quoteStart, end: quoteEnd, quote: text.slice(start, end) }
  const reference =
    kind === 'original' ? ({ kind, sourceId: id, ...window } as const) : ({ kind, entryId: id, ...window } as const)
  return { start, end, reference }
}

/**
 * The sources that a version quotes, each with the number by which the text refers to it: that of the last mark before
 * its first quotation.
 */
export function viewSources(
  { text, citations }: Pick<LoreRow, 'text' | 'citations'>,
  rows: Awaited<ReturnType<typeof listQuotedSources>>,
): LoreSource[] {
  const numbers = new Map<string, number>()
  for (const { kind, id, start, end } of citations) {
    if (kind !== 'original' || numbers.has(id)) continue
    const after = /^[”"»」]? — [^\n]*\[(\d+)\]/.exec(text.slice(end, text.indexOf('\n', end) >>> 0))
    const mark = after?.[1] ?? [...text.slice(0, start).matchAll(/\[(\d+)\]/g)].at(-1)?.[1]
    numbers.set(id, mark === undefined ? numbers.size + 1 : Number(mark))
  }
  return rows
    .map(({ source_id: sourceId, title, publisher, published_at, url }) => ({
      number: numbers.get(sourceId) ?? 0,
      sourceId,
      title: truncateCodePoints(title, 300),
      publisher: truncateCodePoints(publisher, 300),
      publishedAt: keepIfPublicationDate(published_at),
      url: keepIfPublic(url),
    }))
    .toSorted((a, b) => a.number - b.number)
}
