import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { Loose } from '../support/world.ts'

/** What an operation has to answer: a code of the contract, or the whole body of its success. */
export type Verdict = { code: ProblemCode } | { body: Loose; etag?: string }

export const refused = (code: ProblemCode): Verdict => ({ code })

/** What only the service can know, read from its answer the moment the model expects something new there. */
export type Learn = {
  /** An identity that nobody has seen before, at this path of the body. */
  id: (path: string) => string
  /** An instant that is not before any the service has told, at this path of the body. */
  instant: (path: string) => string
  text: (path: string) => string
}
