import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { DiscoveryCuration, DiscoveryDecision, DiscoveryIdentity } from '#src/contract/types.gen.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'
import type { CandidateRow } from './queries.ts'

const curations = {
  approve: 'approved',
  decline: 'declined',
  wrong_artist: 'wrong_artist',
  incorrect: 'incorrect',
  reopen: 'pending',
} as const satisfies Record<DiscoveryDecision, DiscoveryCuration>

/** An approval and `wrong_artist` say whom the candidate is about as well; a reopening leaves that open again. */
const identities: Partial<Record<DiscoveryDecision, DiscoveryIdentity>> = {
  approve: 'confirmed',
  wrong_artist: 'wrong_artist',
  reopen: 'unresolved',
}

/** The candidate once it is decided about. */
export function nextCandidate(artistId: string, before: CandidateRow, decision: DiscoveryDecision): CandidateRow {
  const { id: candidateId, url, title, destination, reason, revision: previous } = before
  const reviewed = { curation: curations[decision], identity: identities[decision] ?? before.identity }
  const content = { url, title, destination, reason, ...reviewed }
  return { ...before, ...reviewed, revision: computeCandidateRevision({ artistId, candidateId, ...content, previous }) }
}

/** Whether the same decision is saved already: then nothing else is checked, since the caller's wish is fulfilled. */
export const isDecided = ({ curation }: CandidateRow, decision: DiscoveryDecision): boolean =>
  curation === curations[decision]

/**
 * Why a candidate cannot be decided about: another decision stands, which only a reopening may follow, or it is not
 * what the reviewer has seen.
 */
export function refusalToReview(
  { curation, revision }: CandidateRow,
  decision: DiscoveryDecision,
  expectedRevision: string,
): ProblemCode | undefined {
  if (curation !== 'pending' && decision !== 'reopen') return 'state_changed'
  return revision === expectedRevision ? undefined : 'revision_changed'
}

/**
 * Whether the address of a candidate serves the artist as something else already: as a record of the vault, or, where
 * it would be a link, as a page that the artist has removed.
 */
export function conflictsWithOtherUse(
  { url, destination }: CandidateRow,
  { sourceUrls, removedUrls }: { sourceUrls: string[]; removedUrls: string[] },
): boolean {
  const address = normalizePageUrl(url)
  const used = destination === 'link' ? [...sourceUrls, ...removedUrls] : sourceUrls
  return address !== undefined && used.some((other) => normalizePageUrl(other) === address)
}
