import type { DiscoveryCandidate } from '#src/contract/types.gen.ts'
import { findPlatform } from '#src/research/providers/social/index.ts'
import type { CandidateRow } from './queries.ts'

export const viewCandidate = (row: CandidateRow): DiscoveryCandidate => ({
  id: row.id,
  url: row.url,
  title: row.title === null ? null : takeBeginning(row.title, 300),
  platform: findPlatform(row.url) ?? null,
  destination: row.destination,
  identity: row.identity,
  curation: row.curation,
  reason: takeBeginning(row.reason, 500),
  revision: row.revision,
  evidenceId: row.source_id?.replace('discovery:', '') ?? null,
})

/** The contract's lengths count code points. */
const takeBeginning = (text: string, codePointsMax: number) => Array.from(text).slice(0, codePointsMax).join('')
