import { ProblemError, UnexpectedResponseError, UnknownOutcomeError } from './errors.ts'
import type { ErrorCode, Input, OperationId, Output } from './operation-types.ts'
import { buildRequest, type Credentials, type RequestParts } from './request.ts'
import { defaultRetryPolicy, parseRetryAfterMs, type RetryPolicy, sleep, waitBeforeRetry } from './retry.ts'

export type { Credentials, Token } from './request.ts'

export type ClientOptions = Credentials & {
  /** Address of the environment, without a path: each has tokens of its own. */
  baseUrl: string
  retry?: Partial<RetryPolicy>
  /** Called before each wait: for a spinner, a log or a test. */
  onRetry?: (retry: { operationId: OperationId; failure: Error; tries: number; waitMs: number }) => void
  fetch?: typeof globalThis.fetch
}

export type CallOptions = Partial<RetryPolicy> & { signal?: AbortSignal }

export type Client = {
  /**
   * Calls an operation of the contract by its id and retries it, where that is allowed, within the deadline.
   * @throws ProblemError when the service refuses; UnknownOutcomeError without a response; UnexpectedResponseError; the
   * signal's reason.
   */
  call: <Id extends OperationId>(operationId: Id, input: Input<Id>, options?: CallOptions) => Promise<Output<Id>>
  /** The same for an answer that is read while it comes. The answer's status is a success. */
  open: <Id extends OperationId>(operationId: Id, input: Input<Id>, options?: CallOptions) => Promise<Response>
}

/** A client of one environment and one caller. It keeps no state but its options. */
export function createClient(options: ClientOptions): Client {
  const readBody = async (response: Response) => JSON.parse(await response.text())
  const keepResponse = async (response: Response) => response
  return {
    call: (operationId, input, callOptions) => send(options, operationId, input as RequestParts, callOptions, readBody),
    open: (operationId, input, callOptions) =>
      send(options, operationId, input as RequestParts, callOptions, keepResponse),
  }
}

async function send<T>(
  options: ClientOptions,
  operationId: OperationId,
  parts: RequestParts,
  callOptions: CallOptions = {},
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { deadlineMs, tryMs, triesMax } = {
    ...defaultRetryPolicy,
    ...options.retry,
    ...callOptions,
  }
  const deadline = performance.now() + deadlineMs
  let refusedBefore = false
  for (let tries = 1; ; tries += 1) {
    callOptions.signal?.throwIfAborted()
    const { url, init } = await buildRequest(options.baseUrl, operationId, parts, options, refusedBefore)
    const time = AbortSignal.timeout(Math.ceil(Math.min(tryMs, Math.max(0, deadline - performance.now()))))
    const signal = callOptions.signal === undefined ? time : AbortSignal.any([callOptions.signal, time])
    let error: Error
    try {
      const response = await (options.fetch ?? fetch)(url, { ...init, signal })
      if (response.ok && isDescribed(response)) return await read(response)
      error = parseRefusal(operationId, response, await response.text())
    } catch (failure) {
      // A response that breaks off or is half a JSON counts as lost.
      error = failure instanceof Error ? failure : new Error(String(failure))
    }
    callOptions.signal?.throwIfAborted()
    if (error instanceof UnexpectedResponseError) throw error
    if (mayAskForNewToken(error, options, refusedBefore)) {
      refusedBefore = true
      continue
    }
    const waitMs = waitBeforeRetry(error, tries, Math.random)
    if (waitMs === undefined || tries >= triesMax || performance.now() + waitMs > deadline)
      throw error instanceof ProblemError ? error : new UnknownOutcomeError(operationId, tries, error, options.baseUrl)
    options.onRetry?.({ operationId, failure: error, tries, waitMs })
    await sleep(waitMs, callOptions.signal)
  }
}

/** A proxy's page for people is no response of the contract, whatever its status. */
const isDescribed = ({ headers }: Response) =>
  /^(application\/json|text\/event-stream)(;|$)/.test(headers.get('content-type') ?? '')

function parseRefusal(
  operationId: OperationId,
  response: Response,
  text: string,
): ProblemError | UnexpectedResponseError {
  const body = parseProblemBody(text)
  if (body === undefined) return new UnexpectedResponseError(operationId, response.status, text)
  const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after') ?? '')
  const requestId = response.headers.get('x-request-id') ?? undefined
  return new ProblemError(operationId, { status: response.status, ...body, retryAfterMs, requestId })
}

function parseProblemBody(text: string): { code: ErrorCode; error: string } | undefined {
  try {
    const body = JSON.parse(text)
    return body?.status === 'error' && typeof body.code === 'string' && typeof body.error === 'string'
      ? { code: body.code, error: body.error }
      : undefined
  } catch {
    return undefined
  }
}

/** A token lives for about an hour; a renewable one is renewed once a call. */
const mayAskForNewToken = (error: Error, { token }: ClientOptions, refusedBefore: boolean) =>
  error instanceof ProblemError && error.code === 'not_signed_in' && typeof token === 'function' && !refusedBefore
