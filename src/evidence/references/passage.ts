import type { EvidenceKind, EvidencePassage, SourceKind, SourceSpeaker } from '#src/contract/types.gen.ts'
import type { EvidenceStatus } from './evidence-status.ts'
import { defaultsByKind } from './kinds.ts'
import { keepIfPublic, keepIfPublicationDate } from './public-metadata.ts'

/** The metadata and the state of a piece of evidence, without its text. */
export type EvidenceRow = {
  source_id: string
  kind: SourceKind | 'discovery'
  url: string | null
  evidence_kind: EvidenceKind | null
  speaker: SourceSpeaker | null
  status: EvidenceStatus
  published_at: string | null
  /** Of the revision whose text is shown, as is `truncated`. */
  captured_at: Date | null
  truncated: boolean | null
}

/** A window of its text: UTF-16 code units [start, end). */
export type PassageWindow = { start: number; end: number; text: string }

/** Of a saved source its kind implies what was not recorded of its text and its speaker; what is not known is left out. */
export function viewEvidencePassage(
  row: EvidenceRow,
  revision: string,
  { start, end, text }: PassageWindow,
): EvidencePassage {
  const url = keepIfPublic(row.url)
  const known = row.kind === 'discovery' ? undefined : defaultsByKind[row.kind]
  const evidenceKind = row.evidence_kind ?? known?.evidenceKind
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
    retrievedAt: row.captured_at?.toISOString() ?? null,
    truncated: row.truncated,
  }
}
