import { setTimeout as pause } from 'node:timers/promises'
import { getOperation, type Operation, type OperationId, type Parameter } from '#src/contract/document.ts'
import { isArtistId } from '#src/contract/operations.ts'
import type { Output } from '../typescript/operation-types.ts'
import { buildRequest, type Credentials } from '../typescript/request.ts'
import type { Options } from './options.ts'
import type { Recorder } from './recorder.ts'
import { type Answer, validateResponse } from './response.ts'

export type CallerName = 'claimant' | 'stranger' | 'administrator' | 'researchKey' | 'anonymous'

/** What a request has besides what it needs: that is the contract's examples, and what the deployment has. */
export type Parts = {
  path?: Record<string, string>
  /** A text is sent as it is. */
  query?: Record<string, unknown> | string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** A body that is sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>
  as?: CallerName
  /** Another artist than that of the run. */
  artist?: string
}

/** A response that has been judged. `json` is the body; a stream's events are judged alone. */
export type Exchange<Json = Record<string, unknown>> = Answer & {
  operation: Operation
  /** What was sent, in words that name the input in a finding. */
  input: string
  text: string
  json: Json & { code?: string; error?: string }
  report: (wrong: string) => void
}

export type Call = {
  <Id extends OperationId>(id: Id, input: string, parts?: Parts): Promise<Exchange<Partial<Output<Id>>>>
  (operation: Operation, input: string, parts?: Parts): Promise<Exchange>
}

/** Values of the deployment, by the parameter that takes them, so that requests reach what exists. */
export type Known = Readonly<Record<string, unknown>>

/** The contract's example of a parameter, or the value that the deployment has for it. */
export function findParameterValue(parameter: Parameter, { artist, known }: { artist: string; known: Known }): unknown {
  const { name, example } = parameter
  if (isArtistId(parameter)) return artist
  return known[name] ?? example
}

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
export function createCall(
  options: Options,
  recorder: Recorder,
  check: string,
  target: { artist: string; known: Known },
): Call {
  async function call(id: OperationId | Operation, input: string, parts: Parts = {}): Promise<Exchange> {
    const operation = typeof id === 'string' ? getOperation(id) : id
    const report = (wrong: string) => recorder.report(check, operation, input, wrong)
    for (let tries = 1; ; tries += 1) {
      const answer = await request(options, operation, fill(operation, parts, target)).catch((error: Error) => {
        throw new Error(`${operation.id}, ${input}: ${error.message}`, { cause: error.cause })
      })
      recorder.countRequest(check, operation)
      validateResponse(operation, answer).forEach(report)
      const exchange = { ...answer, operation, input, report, ...parse(answer) }
      const retryAfterSeconds = findPace(exchange)
      if (retryAfterSeconds === undefined || tries >= triesMax) {
        reportOutage(exchange)
        return exchange
      }
      await pause(retryAfterSeconds * 1_000)
    }
  }
  return call as Call
}

/** Completes the path and the required query. */
function fill({ id, parameters }: Operation, parts: Parts, { artist, known }: { artist: string; known: Known }): Parts {
  const values = { artist: parts.artist ?? artist, known }
  const path: Record<string, string> = {}
  const query: Record<string, unknown> = id === 'relocateReference' ? { ...(known.citation as object) } : {}
  for (const parameter of parameters) {
    const { name } = parameter
    if (parameter.in === 'path') path[name] = String(findParameterValue(parameter, values))
    else if (parameter.in === 'query' && parameter.required) query[name] ??= findParameterValue(parameter, values)
  }
  const completed = typeof parts.query === 'string' ? parts.query : { ...query, ...parts.query }
  return { ...parts, path: { ...path, ...parts.path }, query: completed }
}

/** Seconds to wait before the request is sent again: a pace or an outage, and neither a quota nor a busy artist. */
function findPace({ status, headers, json }: Exchange): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const mayRepeat = json.code === 'rate_limited' || status === 503
  return mayRepeat && seconds <= retryAfterMax ? seconds : undefined
}

/** What the deployment has not is documented; a fault, or an outage that outlasts the repeats, is a finding. */
function reportOutage({ status, json: { code }, report }: Exchange): void {
  if (status === 500 || code === 'persistence_unavailable' || code === 'overloaded') report(`${status} ${code}`)
}

async function request(options: Options, { id }: Operation, parts: Parts): Promise<Answer> {
  const { path = {}, query = {}, headers, body, raw, as = 'claimant' } = parts
  const sent = { path, query: typeof query === 'string' ? {} : query, body }
  const { url, init } = await buildRequest(options.url, id, sent, listCredentials(options)[as], false)
  const response = await fetch(typeof query === 'string' ? `${url}?${query}` : url, {
    ...init,
    ...(raw !== undefined && { body: raw }),
    headers: { ...init.headers, ...(raw !== undefined && { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(requestMs),
  })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

const listCredentials = (options: Options): Record<CallerName, Credentials> => ({
  claimant: { token: options.token },
  stranger: { token: options.strangerToken },
  administrator: { token: options.administratorToken },
  researchKey: { researchKey: options.researchKey },
  anonymous: {},
})

function parse({ bytes }: Answer): Pick<Exchange, 'text' | 'json'> {
  const text = new TextDecoder().decode(bytes)
  try {
    return { text, json: JSON.parse(text) ?? {} }
  } catch {
    // A stream, or judged already.
    return { text, json: {} }
  }
}
