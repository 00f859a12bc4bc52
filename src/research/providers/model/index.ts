import type { ProviderFailure } from '../provider-error.ts'

/** What a language model is asked for: one object of the form of `schema`. */
export type ModelRequest = {
  /** The instructions; this service's own. */
  instructions: string
  /** The input; may contain texts of any author. */
  material: string
  /** A JSON schema. */
  schema: Readonly<Record<string, unknown>>
}

/**
 * A language model. One call is one request, never repeated, and counts as a paid step (src/research/budget) before it
 * is sent.
 */
export type Model = {
  name: string
  /** The object as the model wrote it: the caller validates its form and its content. */
  generate: (request: ModelRequest, signal: AbortSignal) => Promise<{ object: unknown } | ProviderFailure>
}
