import type { JSONSchema7 } from 'ai'
import type { ProviderFailure } from '../provider-error.ts'

/** What a language model is asked for: one object of the form of `schema`. */
export type ModelRequest = {
  /** What it is to do; ours alone. */
  instructions: string
  /** What it is to do it with; may hold texts of anybody. */
  material: string
  schema: JSONSchema7
}

/**
 * A language model. One call is one request, never repeated, and counts as a paid step (src/research/budget) before it
 * is sent.
 */
export type Model = {
  name: string
  /** The object as the model wrote it: whether it has the form asked for, and is true, is for the caller to judge. */
  ask: (request: ModelRequest, signal: AbortSignal) => Promise<{ object: unknown } | ProviderFailure>
}
