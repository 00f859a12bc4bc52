import type { ErrorCode, OperationId } from './operation-types.ts'

/** The service has refused. `code` is for programs, `message` for people; a 409 changed nothing. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly operationId: OperationId
  readonly status: number
  readonly code: ErrorCode
  /**
   * How long to wait before the same request may be sent again; undefined where the contract does not say that it may.
   */
  readonly retryAfterMs: number | undefined
  /** Names the request in the service's log. */
  readonly requestId: string | undefined

  constructor(
    operationId: OperationId,
    answer: Pick<ProblemError, 'status' | 'code' | 'retryAfterMs' | 'requestId'> & { error: string },
  ) {
    super(answer.error)
    this.operationId = operationId
    this.status = answer.status
    this.code = answer.code
    this.retryAfterMs = answer.retryAfterMs
    this.requestId = answer.requestId
  }
}

/**
 * No complete response came after several tries: whether the work was done is unknown. Repeating the same call later is
 * harmless, and finds out.
 */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
  readonly operationId: OperationId

  constructor(operationId: OperationId, tries: number, cause: Error, baseUrl?: string) {
    const reason = findReason(cause)
    super(
      `${operationId}: no answer came${baseUrl === undefined ? '' : ` from ${baseUrl}`} in ${tries} tries (${reason}); the work may or may not have been done`,
      { cause },
    )
    this.operationId = operationId
  }
}

/** `fetch` says only that it failed; why is in its cause, which may be one error for each address that was tried. */
function findReason(error: Error): string {
  if (error instanceof AggregateError) return findReason(error.errors[0])
  return error.cause instanceof Error ? findReason(error.cause) : error.message
}

/** A response that is not of the contract: most often from a proxy in between. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly operationId: OperationId
  readonly status: number

  constructor(operationId: OperationId, status: number, text: string) {
    super(`${operationId} was answered ${status} with what the contract does not describe: ${text.slice(0, 200)}`)
    this.operationId = operationId
    this.status = status
  }
}

/** Whether an error is a refusal, and if codes are given, one of these. */
export function isProblemError(error: unknown, ...codes: ErrorCode[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.code))
}
