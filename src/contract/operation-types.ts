import type { OperationId } from './document.ts'
import type { Areas, Defaulted } from './operation-metadata.gen.ts'
import type { EventStream } from './sse.ts'
import type { operations } from './types.gen.ts'

export type { OperationId } from './document.ts'

/** The parameters of an operation in one place. */
export type RequestPart<
  Id extends OperationId,
  In extends 'path' | 'query' | 'header',
> = operations[Id]['parameters'] extends {
  [K in In]?: infer P
}
  ? NonNullable<P>
  : Record<never, never>

/** The query as a handler gets it: a parameter with a default is always present. */
export type Query<Id extends OperationId> = Required<
  Pick<RequestPart<Id, 'query'>, keyof RequestPart<Id, 'query'> & Defaulted[Id]>
> &
  Omit<RequestPart<Id, 'query'>, Defaulted[Id]>

/** Undefined where the contract makes the body optional. */
export type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer B } }
}
  ? B
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined

type Content<Response> = Response extends { content: { 'application/json': infer B } }
  ? B
  : Response extends { content: { 'text/event-stream': infer Event } }
    ? EventStream<Event>
    : never

type Responses<Id extends OperationId> = operations[Id]['responses']

/** A success that the contract lists: a wrong status or a missing field does not compile. */
export type OperationResponse<Id extends OperationId> = {
  [Status in keyof Responses<Id> & (200 | 201 | 202)]: {
    status: Status
    body: Content<Responses<Id>[Status]>
    /** Of those that the contract lists; the others are set for every answer. */
    headers?: { etag?: string }
  }
}[keyof Responses<Id> & (200 | 201 | 202)]

export type Area = keyof Areas
