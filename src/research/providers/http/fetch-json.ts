import { decodeText } from './decode.ts'
import { fetchOutbound, type OutboundCall } from './fetch-outbound.ts'
import type { AnswerHeaders, OutboundFailure } from './outcome.ts'
import { readRetryAfterMs } from './retry-after.ts'

/** One request to a provider's API. */
export type JsonCall = Pick<OutboundCall, 'signal' | 'deadlineMs' | 'bytesMax' | 'headers'> & {
  /** Appended to the base address, its query included. */
  path?: string
  /** Sent as a bearer key. */
  key?: string | undefined
  /** Sent as JSON in a POST; a GET without it. */
  body?: unknown
}

/**
 * Why a provider returned nothing usable, apart from `OutboundFailure`:
 * - `rate_limited`: 429; `retryAfterMs` when the provider says for how long
 * - `late_request`: 408, the server has not waited for the whole request and may have begun with it
 * - `refused`: another 4xx, the key or the request is not accepted
 * - `unavailable`: 5xx, or 3xx without a place to go
 * - `too_large`: more bytes than asked for
 * - `malformed`: not JSON
 */
export type ApiFailure =
  | OutboundFailure
  | { failure: 'rate_limited' | 'unavailable'; retryAfterMs: number | undefined }
  | { failure: 'late_request' | 'refused' | 'too_large' }

/**
 * Requests JSON of a provider. The caller validates the shape of the response: it is external.
 * @param base the address as the operator has set it: its origin, and no other one, may be private
 */
export async function fetchJson(
  base: string,
  { path = '', key, body, headers, ...call }: JsonCall,
): Promise<{ json: unknown; headers: AnswerHeaders } | ApiFailure> {
  const answer = await fetchOutbound(`${path === '' ? base : base.replace(/(?<!\/)\/+$/, '')}${path}`, {
    ...call,
    accept: 'application/json',
    allowPrivate: base,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  })
  if ('failure' in answer) return answer
  const failure = findFailure(answer.status, answer.headers)
  if (failure !== undefined) return failure
  if (answer.truncated) return { failure: 'too_large' }
  const json = parseJson(decodeText(answer))
  return json === undefined ? { failure: 'malformed' } : { json, headers: answer.headers }
}

function findFailure(status: number, headers: AnswerHeaders): ApiFailure | undefined {
  if (status >= 200 && status <= 299) return undefined
  if (status === 408) return { failure: 'late_request' }
  if (status !== 429 && status >= 400 && status < 500) return { failure: 'refused' }
  const retryAfterMs = readRetryAfterMs(headers['retry-after'])
  return { failure: status === 429 ? 'rate_limited' : 'unavailable', retryAfterMs }
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
