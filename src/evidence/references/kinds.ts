import type { EvidenceKind, EvidenceSpeaker, SourceKind } from '#src/contract/types.gen.ts'

/**
 * What the text of a saved source is, and whether the question who speaks applies to it. It holds where nothing else
 * was recorded with the source: writing has no speaker, and whose voice a transcript follows is unverified.
 */
export const defaultsByKind: Record<SourceKind, { evidenceKind: EvidenceKind; speaker: EvidenceSpeaker }> = {
  vault: { evidenceKind: 'original_text', speaker: 'not_applicable' },
  social_caption: { evidenceKind: 'caption', speaker: 'not_applicable' },
  reel_transcript: { evidenceKind: 'provider_transcript', speaker: 'unverified' },
}
