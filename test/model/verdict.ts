import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { Loose } from '../support/test-context.ts'

/** The expected response of an operation: a code of the contract, or the whole body of its success. */
export type Verdict = { code: ProblemCode } | { body: Loose; etag?: string }

export const refuseWith = (code: ProblemCode): Verdict => ({ code })

/** What only the service chooses, read from its response where the model expects something new. */
export type Learn = {
  /** An identity that is not known yet, at this path of the body. */
  id: (path: string) => string
  /** An instant that is not before any other, at this path of the body. */
  instant: (path: string) => string
  text: (path: string) => string
}
