import { catalogue, type ProblemCode } from './catalogue.ts'

type Detail = {
  /** Which of the causes of a code, or which item; logged with the request, so it says nothing of its content. */
  reason?: string
  /** Replaces the catalogue's message. It reaches the caller: never a raw error, a text or a credential. */
  message?: string
  /** Seconds after which the request may be repeated. */
  retryAfter?: number
  /** The cause, logged and never sent. */
  cause?: unknown
  /** The methods that the path supports; sent as `Allow` with a 405. */
  allow?: readonly string[]
}

/** The only error thrown on purpose; one plugin turns it into the error body (interface, section 2.1). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly reason: string | undefined
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: ProblemCode, detail: Detail = {}) {
    super(detail.message ?? catalogue[code].message, { cause: detail.cause })
    this.name = 'Problem'
    this.code = code
    this.status = catalogue[code].status
    this.reason = detail.reason
    this.retryAfter = detail.retryAfter ?? chooseRetryAfter(code)
    this.allow = detail.allow
  }

  get body() {
    return { status: 'error', code: this.code, error: this.message } as const
  }
}

/** One second outlasts the end of a failover or a spike; what waiting cannot mend has no Retry-After. */
function chooseRetryAfter(code: ProblemCode): number | undefined {
  const { status } = catalogue[code]
  if (status === 429) return 60
  if (status === 503 && code !== 'not_configured') return 1
  return undefined
}

/** The caller may choose a field's name; it is cut so that the error stays small. */
const fieldNameCharsMax = 200

/** Bad input: `field` is a path such as `references/0/quote` or `query.limit`. */
export const createInvalidRequest = (field: string, reason: string) =>
  new Problem('invalid_request', { message: `${field.slice(0, fieldNameCharsMax).toWellFormed()}: ${reason}` })
