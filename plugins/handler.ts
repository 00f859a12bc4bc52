import type { FastifyBaseLogger } from 'fastify'
import type { CallerOf } from '#src/auth/caller.ts'
import type { Areas, CallerKinds } from '#src/contract/operation-metadata.gen.ts'
import type { Area, Body, OperationId, OperationResponse, Query, RequestPart } from '#src/contract/operation-types.ts'
import type { Dependencies } from './dependencies.ts'

/** A validated request. No text in it was altered. */
export type Call<Id extends OperationId> = {
  path: RequestPart<Id, 'path'>
  query: Query<Id>
  headers: RequestPart<Id, 'header'>
  body: Body<Id>
  caller: CallerOf<CallerKinds[Id]>
  log: FastifyBaseLogger
}

export type Handler<Id extends OperationId> = (
  call: Call<Id>,
  resources: Dependencies,
) => Promise<OperationResponse<Id>>

/** One handler for each operation of the area's tag. */
export type Handlers<A extends Area> = { [Id in Areas[A]]: Handler<Id> }
