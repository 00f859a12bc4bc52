import { decodeText } from './decode.ts'
import { fetchOutbound, type OutboundCall } from './fetch-outbound.ts'
import type { OutboundFailure } from './outcome.ts'
import { readRetryAfterMs } from './retry-after.ts'

/**
 * Why a provider returned nothing usable, apart from `OutboundFailure`:
 * - `rate_limited`: 429; `retryAfterMs` when the provider says for how long
 * - `refused`: another 4xx, the key or the request is not accepted
 * - `unavailable`: 5xx, or 3xx without a place to go
 * - `too_large`: more bytes than asked for
 * - `malformed`: not JSON
 */
export type ApiFailure =
  | OutboundFailure
  | { failure: 'rate_limited'; retryAfterMs: number | undefined }
  | { failure: 'unavailable'; retryAfterMs: number | undefined }
  | { failure: 'refused' | 'too_large' }

/** Requests JSON of a provider. The caller validates the shape of the response: it is external. */
export async function fetchJson(address: string, call: OutboundCall): Promise<{ json: unknown } | ApiFailure> {
  const answer = await fetchOutbound(address, { accept: 'application/json', ...call })
  if ('failure' in answer) return answer
  const { status, headers } = answer
  if (status === 429) return { failure: 'rate_limited', retryAfterMs: readRetryAfterMs(headers['retry-after']) }
  if (status >= 400 && status < 500) return { failure: 'refused' }
  if (status < 200 || status > 299)
    return { failure: 'unavailable', retryAfterMs: readRetryAfterMs(headers['retry-after']) }
  if (answer.truncated) return { failure: 'too_large' }
  const text = decodeText(answer)
  const json = text === undefined ? undefined : parseJson(text)
  return json === undefined ? { failure: 'malformed' } : { json }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
