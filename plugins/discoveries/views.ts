import type { Selectable } from 'kysely'
import type { DiscoveryCandidate } from '#src/contract/types.gen.ts'
import type { Discoveries } from '#src/database/tables.gen.ts'
import { truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import { findPlatform } from '#src/research/providers/social/index.ts'

export const candidateColumns = [
  ...(['id', 'url', 'title', 'destination', 'identity', 'curation', 'reason', 'revision', 'source_id'] as const),
] as const

/** A candidate in its current state. */
export type CandidateRow = Pick<Selectable<Discoveries>, (typeof candidateColumns)[number]>

export const viewCandidate = (row: CandidateRow): DiscoveryCandidate => ({
  id: row.id,
  url: row.url,
  title: truncateCodePoints(row.title, 300),
  platform: findPlatform(row.url) ?? null,
  destination: row.destination,
  identity: row.identity,
  curation: row.curation,
  reason: truncateCodePoints(row.reason, 500),
  revision: row.revision,
  evidenceId: row.source_id?.replace('discovery:', '') ?? null,
})
