import type { ArtistCorrection, LoreState, LoreVersion } from '#src/contract/types.gen.ts'
import { type AggregatedRow, viewInstant, viewInstantOrNull } from '#src/database/instants.ts'
import type { Corrections } from '#src/database/tables.gen.ts'
import type { VersionColumns } from './queries.ts'

export const viewLoreVersion = (row: VersionColumns, state: LoreState): LoreVersion => ({
  number: row.number,
  revision: row.revision,
  previous: row.previous,
  composedAt: viewInstant(row.created_at),
  by: row.composed_by,
  state,
})

export const viewCorrection = (row: Omit<AggregatedRow<Corrections>, 'artist_id'>): ArtistCorrection => ({
  id: row.id,
  revision: row.revision,
  claim: row.claim,
  correction: row.correction,
  kind: row.correction_kind,
  createdAt: viewInstant(row.created_at),
  updatedAt: viewInstant(row.updated_at),
  retractedAt: viewInstantOrNull(row.retracted_at),
})
