import type { FastifyBaseLogger } from 'fastify'
import type { Dependencies } from '#plugins/dependencies.ts'
import type { CallerOf } from '#src/auth/caller.ts'
import type { OperationId } from './document.ts'
import type { Areas, CallerKinds, Defaulted } from './operation-metadata.gen.ts'
import type { Told } from './serialized-response.ts'
import type { EventStream } from './sse.ts'
import type { operations } from './types.gen.ts'

export type { OperationId } from './document.ts'

type Part<Id extends OperationId, In extends 'path' | 'query' | 'header'> = operations[Id]['parameters'] extends {
  [K in In]?: infer P
}
  ? NonNullable<P>
  : Record<never, never>

/** The query as a handler gets it: a parameter with a default is always present. */
export type Query<Id extends OperationId> = Required<Pick<Part<Id, 'query'>, keyof Part<Id, 'query'> & Defaulted[Id]>> &
  Omit<Part<Id, 'query'>, Defaulted[Id]>

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
    headers?: Record<string, string>
  }
}[keyof Responses<Id> & (200 | 201 | 202)]

/** A validated request. No text in it was altered. */
export type Call<Id extends OperationId> = {
  path: Part<Id, 'path'>
  query: Query<Id>
  headers: Part<Id, 'header'>
  body: Body<Id>
  caller: CallerOf<CallerKinds[Id]>
  log: FastifyBaseLogger
  /**
   * Validates and serializes the response early, while the handler waits for something else such as a COMMIT. A
   * violation counts even if that response is not sent in the end.
   */
  tell: (answer: OperationResponse<Id>) => Told<Id>
  /** Refunds the call to the address's rate limit, because there was nothing to do. */
  uncount: () => void
}

export type Handler<Id extends OperationId> = (
  call: Call<Id>,
  resources: Dependencies,
) => Promise<OperationResponse<Id> | Told<Id>>

export type Area = keyof Areas

/** One handler for each operation of the area's tag. */
export type Handlers<A extends Area> = { [Id in Areas[A]]: Handler<Id> }
