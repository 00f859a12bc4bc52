import type {
  ArtistCorrection,
  LoreCitation,
  LoreExclusion,
  LoreRefresh,
  LoreSource,
  LoreState,
  LoreText,
  LoreVersion,
} from '#src/contract/types.gen.ts'
import { viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import { keepIfPublic, keepIfPublicationDate, truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import type { Excluded } from '#src/records/memory/exclusions/find-excluded.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import type { CorrectionRow } from './correction-queries.ts'
import type { LoreRecords, LoreRow, listQuotedSources, VersionRow } from './queries.ts'

export const viewLore = (
  row: LoreRow,
  { state, sources, excluded }: Pick<LoreText, 'state' | 'sources' | 'excluded'>,
): LoreText => ({
  number: row.number,
  text: row.text,
  citations: row.citations.map((citation) => viewCitation(row.text, citation)),
  revision: row.revision,
  previous: row.previous,
  composedAt: viewInstant(row.created_at),
  by: row.composed_by,
  isCurrent: state === 'published',
  state,
  sources,
  excluded,
})

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

/** A sentence that is touched, with the wording of the boundary or the claim that touches it. */
export function viewExcluded(
  text: string,
  { start, end, because, id, replacement }: Excluded,
  { boundaries, corrections }: Pick<LoreRecords, 'boundaries' | 'corrections'>,
): LoreExclusion {
  const wording =
    because === 'boundary'
      ? boundaries.find((boundary) => boundary.id === id)?.wording
      : corrections.find((correction) => correction.id === id)?.claim
  return { start, end, text: text.slice(start, end), because, id, wording: wording ?? '', replacement }
}

/** A citation quotes its passage of the text unit for unit, so the quote is cut from there. */
function viewCitation(text: string, citation: HashedCitation): LoreCitation {
  const { start, end, kind, id, revision, quoteStart, quoteEnd } = citation
  const window = { revision, start: quoteStart, end: quoteEnd, quote: text.slice(start, end) }
  const reference =
    kind === 'original' ? ({ kind, sourceId: id, ...window } as const) : ({ kind, entryId: id, ...window } as const)
  return { start, end, reference }
}

export const viewRefresh = ({
  state,
  cursor,
  total,
  created_at,
}: NonNullable<LoreRecords['refresh']>): LoreRefresh => ({
  state,
  cursor,
  total,
  queuedAt: viewInstant(created_at),
})

export const viewLoreVersion = (row: VersionRow, state: LoreState): LoreVersion => ({
  number: row.number,
  revision: row.revision,
  previous: row.previous,
  composedAt: viewInstant(row.created_at),
  by: row.composed_by,
  chars: row.chars,
  state,
})

export const viewCorrection = (row: Omit<CorrectionRow, 'artist_id'>): ArtistCorrection => ({
  id: row.id,
  revision: row.revision,
  claim: row.claim,
  correction: row.correction,
  kind: row.correction_kind,
  createdAt: viewInstant(row.created_at),
  updatedAt: viewInstant(row.updated_at),
  retractedAt: viewInstantOrNull(row.retracted_at),
})
