import type { OperationId } from '#src/contract/document.ts'

/** A request on its way to the service, and a response on its way back; a fault changes them in place. */
export type Passing = {
  operationId: OperationId | undefined
  method: string
  url: URL
  headers: Headers
  body: string
}
export type Returning = { status: number; headers: Headers; body: string }

export type Fault = {
  name: string
  /** The check that is to find it. */
  check: string
  /** The operation, or the check's own subject, that the finding is to name. */
  operation: OperationId | 'document' | 'paths'
  /** Words of the finding. */
  says: RegExp
  request?: (passing: Passing) => void
  response?: (returning: Returning, passing: Passing) => void
}

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into a body by its names
type Body = any

export const edit = (returning: Returning, change: (body: Body) => void) => {
  const body = JSON.parse(returning.body)
  change(body)
  returning.body = JSON.stringify(body)
}

/** Changes the successes of one operation. */
export const changing =
  (id: OperationId, change: (body: Body, passing: Passing) => void): NonNullable<Fault['response']> =>
  (returning, passing) => {
    if (passing.operationId === id && returning.status === 200) edit(returning, (body) => change(body, passing))
  }

export const rewriteBody = (passing: Passing, change: (body: Body) => void) => {
  const body = JSON.parse(passing.body)
  change(body)
  passing.body = JSON.stringify(body)
}
