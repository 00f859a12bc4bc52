import type {
  DiscoveryCandidate,
  DiscoveryCuration,
  DiscoveryDestination,
  DiscoveryIdentity,
} from '#src/contract/types.gen.ts'
import { truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import { findPlatform } from '#src/research/providers/social/index.ts'

/** A candidate in its current state. The column types beyond text are what the table's checks say. */
export type CandidateRow = {
  id: string
  url: string
  title: string | null
  destination: DiscoveryDestination
  identity: DiscoveryIdentity
  curation: DiscoveryCuration
  reason: string
  revision: string
  source_id: string | null
}

export const candidateColumns = [
  ...(['id', 'url', 'title', 'destination', 'identity', 'curation', 'reason', 'revision', 'source_id'] as const),
]

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
