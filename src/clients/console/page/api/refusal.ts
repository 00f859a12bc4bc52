import type { Schemas } from './shapes.ts'

/** The contract's codes, and what can happen to a request that never came back. */
export type RefusalCode = Schemas['ErrorCode'] | 'offline' | 'unreadable'

/** A request that did not succeed, in the service's own words. `again` says that sending it once more may help. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly retryAfterMs: number
  constructor(code: RefusalCode, message: string, status = 0, retryAfterMs = 0) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
  get again(): boolean {
    return this.code === 'offline' || this.code === 'unreadable' || this.status === 429 || this.status >= 500
  }
}

export const offline = () =>
  new Refusal('offline', 'The service cannot be reached; you may be offline. Nothing was lost here')

/** What any failure is to the person before the page. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('unreadable', `The page failed: ${String(error)}`)
