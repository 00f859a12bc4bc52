import type { Run } from './runs.ts'
import type { Span } from './speech/speech-state.ts'

/**
 * Neighbouring sentences that a model may quote, whole, and what they are about: the question they answer, or the title
 * of their source.
 */
export type DraftEvidence = { id: string; run: Run; span: Span; text: string; context: string; isArtist: boolean }
