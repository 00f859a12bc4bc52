import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '#src/contract/document.ts'
import type { Options } from './options.ts'
import type { Recorder } from './recorder.ts'
import { type Answer, parseEvents, validateResponse } from './response.ts'

export type CallerName = 'claimant' | 'stranger' | 'administrator' | 'researchKey' | 'anonymous'

export type TestRequest = {
  operation: Operation
  /** What is sent, in words that name the input in a finding. */
  input: string
  path?: Record<string, string>
  query?: Record<string, unknown> | string
  headers?: Record<string, string>
  /** Sent as JSON; a text or bytes are sent as they are. */
  body?: unknown
  raw?: string | Uint8Array<ArrayBuffer>
  as?: CallerName
}

/** A response that has been judged. `json` is the body, or the list of events of a stream. */
export type Exchange = Answer & { call: TestRequest; json: Record<string, unknown>; text: string }

export type Send = (call: TestRequest) => Promise<Exchange>

/** Longer than a turn of onboarding or a slice of research, in milliseconds. */
const requestMs = 65_000
const triesMax = 4
/** Seconds. A longer `Retry-After` is a quota, not a pace. */
const retryAfterMax = 61

/**
 * Sends requests to the deployment and judges every response. A refusal that the contract says may be repeated is
 * repeated after its `Retry-After`.
 * @throws Error when no response comes
 */
export function createSend(options: Options, recorder: Recorder, check: string): Send {
  return async function send(call) {
    for (let tries = 1; ; tries += 1) {
      const answer = await request(options, call)
      recorder.countRequest(check, call.operation)
      for (const wrong of validateResponse(call.operation, answer))
        recorder.report(check, call.operation, call.input, wrong)
      const exchange = parse(call, answer)
      const retryAfterSeconds = findPace(exchange)
      if (retryAfterSeconds === undefined || tries >= triesMax) {
        reportOutage(exchange, (wrong) => recorder.report(check, call.operation, call.input, wrong))
        return exchange
      }
      await pause(retryAfterSeconds * 1_000)
    }
  }
}

/** Seconds to wait before the request is sent again: a pace or an outage, and neither a quota nor a busy artist. */
function findPace({ status, headers, json }: Exchange): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const mayRepeat = json.code === 'rate_limited' || status === 503
  return mayRepeat && seconds <= retryAfterMax ? seconds : undefined
}

/** What the deployment has not is documented; a fault, or an outage that outlasts the repeats, is a finding. */
function reportOutage({ status, json }: Exchange, report: (wrong: string) => void): void {
  const { code } = json as { code?: string }
  if (status === 500 || code === 'persistence_unavailable' || code === 'overloaded') report(`${status} ${code}`)
}

async function request(options: Options, call: TestRequest): Promise<Answer> {
  const { operation, path = {}, headers = {} } = call
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const response = await fetch(`${options.url}${filled}${formatQuery(call.query)}`, {
    method: operation.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(requestMs),
    headers: {
      ...chooseCredential(options, call),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

function formatQuery(query: TestRequest['query'] = {}): string {
  const text = typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

/** The claimant's token is sent only to operations that take one. */
function chooseCredential(options: Options, { operation, as = 'claimant' }: TestRequest): Record<string, string> {
  if (as === 'researchKey') return { 'x-service-research-key': options.researchKey ?? '' }
  const tokens = { claimant: options.token, stranger: options.strangerToken, administrator: options.administratorToken }
  const token = as === 'anonymous' ? undefined : tokens[as]
  const takesToken = operation.security.some((scheme) => 'accessToken' in scheme)
  return token === undefined || !takesToken ? {} : { authorization: `Bearer ${token}` }
}

function parse(call: TestRequest, answer: Answer): Exchange {
  const text = new TextDecoder().decode(answer.bytes)
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  try {
    return { ...answer, call, text, json: isStream ? { events: parseEvents(text) } : JSON.parse(text) }
  } catch {
    // Judged already.
    return { ...answer, call, text, json: {} }
  }
}
