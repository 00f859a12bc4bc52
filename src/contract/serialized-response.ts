import type { OperationId, OperationResponse } from './operation-types.ts'

/** A validated, serialized response. */
export class Told<Id extends OperationId> {
  readonly status: number
  readonly headers: Record<string, string>
  readonly content: unknown
  /** For the type checker alone: ties the response to its operation. */
  declare readonly of: OperationResponse<Id>

  constructor({ status, headers = {} }: { status: number; headers?: Record<string, string> }, content: unknown) {
    this.status = status
    this.headers = headers
    this.content = content
  }
}
