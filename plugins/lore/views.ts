import type { ArtistCorrection, LoreCitation, LoreRefresh, LoreText, LoreVersion } from '#src/contract/types.gen.ts'
import { viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import type { SavedCorrectionRow } from './correction-queries.ts'
import type { LoreRow, RefreshRow, VersionRow } from './queries.ts'

export const viewLore = (row: LoreRow, newest: number | null): LoreText => ({
  number: row.number,
  text: row.text,
  citations: row.citations.map((citation) => viewCitation(row.text, citation)),
  revision: row.revision,
  previous: row.previous,
  composedAt: viewInstant(row.created_at),
  by: row.composed_by,
  isCurrent: row.number === newest,
})

/** A citation quotes its passage of the text unit for unit, so the quote is cut from there. */
function viewCitation(text: string, citation: HashedCitation): LoreCitation {
  const { start, end, kind, id, revision, quoteStart, quoteEnd } = citation
  const window = { revision, start: quoteStart, end: quoteEnd, quote: text.slice(start, end) }
  const reference =
    kind === 'original' ? ({ kind, sourceId: id, ...window } as const) : ({ kind, entryId: id, ...window } as const)
  return { start, end, reference }
}

export const viewRefresh = ({ state, cursor, total, created_at }: RefreshRow): LoreRefresh => ({
  state,
  cursor,
  total,
  queuedAt: viewInstant(created_at),
})

export const viewLoreVersion = (row: VersionRow): LoreVersion => ({
  number: row.number,
  revision: row.revision,
  previous: row.previous,
  composedAt: viewInstant(row.created_at),
  by: row.composed_by,
  chars: row.chars,
})

export const viewCorrection = (row: SavedCorrectionRow): ArtistCorrection => ({
  id: row.id,
  revision: row.revision,
  claim: row.claim,
  correction: row.correction,
  kind: row.correction_kind,
  createdAt: viewInstant(row.created_at),
  updatedAt: viewInstant(row.updated_at),
  retractedAt: viewInstantOrNull(row.retracted_at),
})
