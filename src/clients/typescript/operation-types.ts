/** What the contract says of each operation, as types: its input and its output. Nothing is written twice. */
import type { components, operations } from './contract.ts'

export type Schemas = components['schemas']
export type OperationId = keyof operations
export type ErrorCode = Schemas['ErrorCode']

/**
 * A part of the request that the contract does not have is absent, one it requires is required, one with defaults may
 * be left out.
 */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [K in Name]?: Exclude<Value, undefined> }
    : { [K in Name]: Value }

/** Undefined beside what may be left out, and where there is nothing. */
type OrUndefined<Value> = Value extends object ? Value : undefined
type ParametersIn<Id extends OperationId, In extends 'path' | 'query' | 'header'> = OrUndefined<
  operations[Id]['parameters'][In]
>
type JsonOf<Message, Otherwise> = Message extends { content: { 'application/json': infer B } } ? B : Otherwise

/** The input of one call of an operation. */
export type Input<Id extends OperationId> = Part<'path', ParametersIn<Id, 'path'>> &
  Part<'query', ParametersIn<Id, 'query'>> &
  Part<'headers', ParametersIn<Id, 'header'>> &
  Part<'body', JsonOf<operations[Id]['requestBody'], undefined>>

type Responses<Id extends OperationId> = operations[Id]['responses']

/** The body of a successful response, for any success status. */
export type Output<Id extends OperationId> = {
  [Status in keyof Responses<Id> & (200 | 202)]: JsonOf<Responses<Id>[Status], never>
}[keyof Responses<Id> & (200 | 202)]

/** How a request of the operation is made; the table of them is generated (operations.gen.ts). */
export type OperationShape = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** The credentials that the operation takes, by the contract's names. */
  credentials: readonly ('accessToken' | 'researchKey' | 'schedulerSecret')[]
  /** Where it answers in pages: the name of what a page lists. */
  lists?: string
}
