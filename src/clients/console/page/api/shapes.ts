import type { components, operations } from '../../../../contract/types.gen.ts'

/** What the contract's operations take and answer, by operationId. */
export type OperationId = keyof operations
export type Schemas = components['schemas']

type PathOf<O> = O extends { parameters: { path: infer P } } ? { path: P } : { path?: never }
type QueryOf<O> = O extends { parameters: { query: infer Q } }
  ? { query: Q }
  : O extends { parameters: { query?: infer Q } }
    ? { query?: NonNullable<Q> }
    : { query?: never }
type Json<B> = { content: { 'application/json': B } }
type BodyOf<O> = O extends { requestBody: Json<infer B> }
  ? { body: B }
  : O extends { requestBody?: Json<infer B> }
    ? { body?: B }
    : { body?: never }

export type OperationInput<Id extends OperationId> = PathOf<operations[Id]> &
  QueryOf<operations[Id]> &
  BodyOf<operations[Id]>
export type OperationOutput<Id extends OperationId> = operations[Id] extends { responses: { 200: Json<infer T> } }
  ? T
  : operations[Id] extends { responses: { 202: Json<infer T> } }
    ? T
    : never
