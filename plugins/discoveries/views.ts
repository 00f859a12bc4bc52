import type { DiscoveryCandidate, SocialPlatform } from '#src/contract/types.gen.ts'
import { socialPlatforms } from '#src/research/questions/source-filter.ts'
import { getSiteName } from '#src/text/url/page-url.ts'
import type { CandidateRow } from './queries.ts'

export const viewCandidate = (row: CandidateRow): DiscoveryCandidate => ({
  id: row.id,
  url: row.url,
  title: row.title === null ? null : takeBeginning(row.title, 300),
  platform: findPlatform(row.url),
  destination: row.destination,
  identity: row.identity,
  curation: row.curation,
  reason: takeBeginning(row.reason, 500),
  revision: row.revision,
  evidenceId: row.source_id?.replace('discovery:', '') ?? null,
})

const findPlatform = (url: string): SocialPlatform | null => {
  const name = getSiteName(url)
  return socialPlatforms.find((platform) => platform === name) ?? null
}

/** The contract's lengths count code points. */
const takeBeginning = (text: string, codePointsMax: number) => Array.from(text).slice(0, codePointsMax).join('')
