import type { EvidenceKind, EvidencePassage, SourceKind, SourceSpeaker } from '#src/contract/types.gen.ts'
import type { EvidenceStatus } from './evidence-status.ts'
import { defaultsByKind } from './kinds.ts'
import { keepIfPublic } from './public-metadata.ts'

/** The metadata and the state of a piece of evidence, without its text. */
export type EvidenceRow = {
  source_id: string
  kind: SourceKind | 'discovery'
  url: string | null
  evidence_kind: EvidenceKind | null
  speaker: SourceSpeaker | null
  status: EvidenceStatus
}

/** A window of its text: UTF-16 code units [start, end). */
export type PassageWindow = { start: number; end: number; text: string }

/** What is not known of the evidence is left out; of a saved source its kind implies what was not recorded. */
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
  }
}
