import type { Selectable } from 'kysely'
import type { EvidenceKind, EvidencePassage, EvidenceSpeaker, SourceKind } from '#src/contract/types.gen.ts'
import { type Instant, viewInstantOrNull } from '#src/database/instants.ts'
import type { Sources } from '#src/database/tables.gen.ts'
import type { Span } from '#src/text/windows.ts'
import type { EvidenceStatus } from './eligible-sources.ts'
import { keepIfPublic, keepIfPublicationDate } from './public-metadata.ts'

/**
 * What the text of a saved source is, and whether the question who speaks applies to it. It holds where nothing else
 * was recorded with the source: writing has no speaker, and whose voice a transcript follows is unverified.
 */
export const defaultsByKind: Record<SourceKind, { evidence_kind: EvidenceKind; speaker: EvidenceSpeaker }> = {
  vault: { evidence_kind: 'original_text', speaker: 'not_applicable' },
  social_caption: { evidence_kind: 'caption', speaker: 'not_applicable' },
  reel_transcript: { evidence_kind: 'provider_transcript', speaker: 'unverified' },
}

type EvidenceColumn = 'source_id' | 'kind' | 'url' | 'evidence_kind' | 'speaker' | 'published_at'

/** The metadata and the state of a piece of evidence, without its text, and of the revision whose text is shown. */
export type EvidenceRow = Pick<Selectable<Sources>, EvidenceColumn> & {
  status: EvidenceStatus
  captured_at: Instant | null
  truncated: boolean | null
}

/** A window of its text. */
export type PassageWindow = Span & { text: string }

/** What was not recorded of a source's text and speaker follows from its kind; what is not known is left out. */
export function viewEvidencePassage(
  row: EvidenceRow,
  revision: string,
  { start, end, text }: PassageWindow,
): EvidencePassage {
  const url = keepIfPublic(row.url)
  const known = row.kind === 'discovery' ? undefined : defaultsByKind[row.kind]
  const evidenceKind = row.evidence_kind ?? known?.evidence_kind
  const speaker = row.speaker ?? known?.speaker
  return {
    sourceId: row.source_id,
    revision,
    start,
    end,
    text,
    ...(url !== null && { url }),
    curation: row.status === 'approved' ? 'approved' : 'pending',
    ...(evidenceKind !== undefined && { evidenceKind }),
    // A verified speaker is neither of the two things that this passage can say.
    ...(speaker !== undefined && speaker !== 'verified' && { speaker }),
    publishedAt: keepIfPublicationDate(row.published_at),
    retrievedAt: viewInstantOrNull(row.captured_at),
    truncated: row.truncated,
  }
}
