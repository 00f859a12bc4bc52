import type { ProviderFailure } from '../provider-error.ts'

export type EmbeddingRequest = {
  texts: readonly string[]
  /** Milliseconds for the whole answer. */
  deadlineMs?: number
}

/**
 * A model that turns a text into a vector, so that texts of like meaning have vectors of like direction. One call is
 * one request, never repeated, and counts as a paid step (src/research/budget) before it is sent.
 */
export type EmbeddingModel = {
  /** The name that its vectors are kept under. */
  name: string
  /** A vector for each text, in order; all of one length, with finite numbers. */
  embed: (request: EmbeddingRequest, signal: AbortSignal) => Promise<{ vectors: number[][] } | ProviderFailure>
}
