import type { CallerOf } from '#src/auth/caller.ts'
import type { EvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import { type PaddedWindow, textCharsMax } from '#src/evidence/references/windows.ts'
import type { PassageRow } from './queries.ts'

/**
 * What a caller may see. The research key sees only approved material. A reviewer of the artist also sees material that
 * waits for review, and learns that a source was withdrawn (interface, section 4.5).
 */
export const listReadableStatuses = (kind: CallerOf<'user' | 'research_key'>['kind']): EvidenceStatus[] =>
  kind === 'research_key' ? ['approved'] : ['approved', 'pending', 'withdrawn']

/**
 * The identities that an evidence id may mean. A bare uuid names no kind: it is looked up as each of them, in this
 * order, so the caption of a post comes before its transcript.
 */
export function listPossibleSourceIds(evidenceId: string): string[] {
  const id = evidenceId.toLowerCase()
  if (id.includes(':')) return [id]
  return [`discovery:${id}`, `vault:${id}`, `social:${id}:caption`, `social:${id}:transcript`]
}

/**
 * The text to read, or why there is none. Saved Lore and posts are read in their current revision only; a discovery in
 * every revision it ever had (interface, section 4.5, rules 1 and 2). Without stored text there is no original to
 * reopen.
 */
export function chooseText(
  requestedRevision: string | undefined,
  { kind, status, current_revision, revision, total_chars: totalChars, bytes }: PassageRow,
): { revision: string; text: PaddedWindow } | 'not_found' | 'evidence_changed' | 'revision_changed' | 'limit_exceeded' {
  if (status === 'withdrawn') return 'evidence_changed'
  if (current_revision === null) return 'not_found'
  if (kind !== 'discovery' && requestedRevision !== undefined && requestedRevision !== current_revision)
    return 'revision_changed'
  if (revision === null || totalChars === null || bytes === null) return 'not_found'
  return totalChars > textCharsMax ? 'limit_exceeded' : { revision, text: { bytes, totalChars } }
}

/**
 * A minute would be too short to help, and an hour would show withdrawn evidence for too long (interface, section 4.5;
 * the contract's header).
 */
const pinnedCache = 'private, max-age=300'

/**
 * Only a read with the text's own revision and the research key may be cached: its text cannot change, and it is the
 * same for every holder of the key.
 */
export const chooseCacheControl = (kind: 'user' | 'research_key', isPinned: boolean): string =>
  kind === 'research_key' && isPinned ? pinnedCache : 'private, no-store'
