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
  operation: OperationId | 'paths'
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

/** Changes the responses of one operation that have this status. */
export const answering =
  (id: OperationId, status: number, change: NonNullable<Fault['response']>): NonNullable<Fault['response']> =>
  (returning, passing) => {
    if (passing.operationId === id && returning.status === status) change(returning, passing)
  }

/** Changes their bodies: those of its successes, unless another status is named. */
export const changing = (id: OperationId, change: (body: Body, passing: Passing) => void, status = 200) =>
  answering(id, status, (returning, passing) => edit(returning, (body) => change(body, passing)))

/** Changes the requests of one operation. */
export const asking =
  (id: OperationId, change: NonNullable<Fault['request']>): NonNullable<Fault['request']> =>
  (passing) => {
    if (passing.operationId === id) change(passing)
  }

export const rewriteBody = (passing: Passing, change: (body: Body) => void) => {
  const body = JSON.parse(passing.body)
  change(body)
  passing.body = JSON.stringify(body)
}
