import type { OperationId, OperationResponse } from './operation-types.ts'

/** An answer that was judged, and written as it leaves. */
export class Told<Id extends OperationId> {
  readonly status: number
  readonly headers: Record<string, string>
  readonly content: unknown
  /** For the compiler alone: whose answer it is. */
  declare readonly of: OperationResponse<Id>

  constructor({ status, headers = {} }: { status: number; headers?: Record<string, string> }, content: unknown) {
    this.status = status
    this.headers = headers
    this.content = content
  }
}
