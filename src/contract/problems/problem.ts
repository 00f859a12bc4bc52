import { catalogue, type ProblemCode } from './catalogue.ts'

type Detail = {
  /** Replaces the catalogue's message. Goes out to the caller: never a raw error, a text or a credential. */
  message?: string
  /** Seconds after which the same request may be sent again. */
  retryAfter?: number
  /** What led here; logged, never sent. */
  cause?: unknown
  /** The methods a path does take; sent as `Allow` with a 405. */
  allow?: readonly string[]
}

/** The only error thrown on purpose; one plugin turns it into the error body (interface, section 2.1). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: ProblemCode, detail: Detail = {}) {
    super(detail.message ?? catalogue[code].message, { cause: detail.cause })
    this.name = 'Problem'
    this.code = code
    this.status = catalogue[code].status
    this.retryAfter = detail.retryAfter ?? defaultRetryAfter(code)
    this.allow = detail.allow
  }

  get body() {
    return { status: 'error', code: this.code, error: this.message } as const
  }
}

/** A second is enough for a failover's tail or a spike; what cannot be mended by waiting carries no promise. */
function defaultRetryAfter(code: ProblemCode): number | undefined {
  const { status } = catalogue[code]
  if (status === 429) return 60
  if (status === 503 && code !== 'not_configured') return 1
  return undefined
}

/** A field's name may be the caller's own; a long one is cut, so that an error stays small. */
const fieldNameMax = 200

/** Bad input, naming the field: `field` is a path such as `references/0/quote` or `query.limit`. */
export const invalid = (field: string, reason: string) =>
  new Problem('invalid_request', { message: `${field.slice(0, fieldNameMax).toWellFormed()}: ${reason}` })
