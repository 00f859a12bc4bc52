import type { Schemas } from './shapes.ts'

/** The contract's codes, and what can happen to a request that never came back. */
export type RequestErrorCode = Schemas['ErrorCode'] | 'offline' | 'unreadable'

/** A request that did not succeed, in the service's own words. `again` says that sending it once more may help. */
export class RequestError extends Error {
  readonly code: RequestErrorCode
  readonly status: number
  readonly retryAfterMs: number
  /** Names the request in the service's log; undefined when no response came. */
  readonly requestId: string | undefined
  constructor(code: RequestErrorCode, message: string, status = 0, retryAfterMs = 0, requestId?: string) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
  }
  get again(): boolean {
    return this.code === 'offline' || this.code === 'unreadable' || this.status === 429 || this.status >= 500
  }
}

export const createOfflineError = () =>
  new RequestError('offline', 'The service cannot be reached; you may be offline. Nothing was lost here')

/** Any failure as the user sees it. */
export const toRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError('unreadable', `The page failed: ${String(error)}`)
