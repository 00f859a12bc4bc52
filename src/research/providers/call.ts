import type { ErrorCategory } from '#src/queue/kinds.ts'
import { parseJson } from '#src/text/json.ts'
import { decodeText } from './http/decode.ts'
import { fetchOutbound, type OutboundCall } from './http/fetch-outbound.ts'
import type { AnswerHeaders, OutboundFailure, OutboundResponse } from './http/outcome.ts'

/** One request to a provider's API. */
type ProviderCall = Pick<OutboundCall, 'signal' | 'headers'> & {
  /** Appended to the base address, its query included. */
  path: string
  /** Sent as a bearer key. */
  key?: string | undefined
  /** Sent as JSON in a POST; a GET without it. */
  body?: unknown
  /** Milliseconds for the whole answer. */
  deadlineMs?: number
  bytesMax?: number
}

/** Why a provider has not done what it was asked to. Its own words stay outside. */
export type ProviderFailure = {
  failed: Extract<
    ErrorCategory,
    'provider_unavailable' | 'provider_refused' | 'rate_limited' | 'timed_out' | 'unreadable' | 'too_large'
  >
  /** Milliseconds after which it may be called again, where it says so. */
  retryAfterMs?: number
  /** The request may have arrived, and the provider has not said what became of it. */
  isUncertain?: true
}

const defaults = { deadlineMs: 15_000, bytesMax: 2_000_000 }

/**
 * Requests JSON of a provider.
 * @param base the address as the operator has set it: its origin, and no other one, may be private
 * @param parse what the JSON says; it is external, so `unreadable` where it says nothing that was asked for
 */
export async function callProvider<T extends object | string>(
  base: string,
  { path, key, body, headers, ...call }: ProviderCall,
  parse: (json: unknown, headers: AnswerHeaders) => T | ProviderFailure | undefined,
): Promise<T | ProviderFailure> {
  const answer = await fetchOutbound(`${base.replace(/(?<!\/)\/+$/, '')}${path}`, {
    ...defaults,
    ...call,
    accept: 'application/json',
    allowPrivate: base,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  })
  if ('failure' in answer) return failures[answer.failure]
  const failure = findFailure(answer)
  if (failure !== undefined) return failure
  if (answer.truncated) return { failed: 'too_large', isUncertain: true }
  const json = parseJson(decodeText(answer) ?? '')
  if (json === undefined) return { failed: 'unreadable', isUncertain: true }
  return parse(json, answer.headers) ?? { failed: 'unreadable' }
}

export const isProviderFailure = (answer: unknown): answer is ProviderFailure =>
  typeof answer === 'object' && answer !== null && 'failed' in answer

/**
 * 408: the server has not waited for the whole request and may have begun with it. A server that is unavailable and
 * asks for a pause limits the rate, too.
 */
function findFailure({ ok, status, headers }: OutboundResponse): ProviderFailure | undefined {
  if (ok) return undefined
  if (status === 408) return { failed: 'provider_unavailable', isUncertain: true }
  if (status !== 429 && status >= 400 && status < 500) return { failed: 'provider_refused' }
  const retryAfterMs = readRetryAfterMs(headers['retry-after'])
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 429) return { failed: 'rate_limited', ...pause }
  return { failed: retryAfterMs === undefined ? 'provider_unavailable' : 'rate_limited', isUncertain: true, ...pause }
}

/** Milliseconds until a provider that refuses for now is called again: as it says, but at least five seconds. */
export const computePauseMs = ({ retryAfterMs = 60_000 }: ProviderFailure): number => Math.max(5_000, retryAfterMs)

const failures: Readonly<Record<OutboundFailure['failure'], ProviderFailure>> = {
  refused_url: { failed: 'provider_refused' },
  disallowed_by_robots: { failed: 'provider_refused' },
  refused_address: { failed: 'provider_refused' },
  too_many_redirects: { failed: 'provider_refused' },
  unresolved: { failed: 'provider_unavailable' },
  unreachable: { failed: 'provider_unavailable' },
  broken: { failed: 'provider_unavailable', isUncertain: true },
  aborted: { failed: 'provider_unavailable', isUncertain: true },
  timed_out: { failed: 'timed_out', isUncertain: true },
  malformed: { failed: 'unreadable', isUncertain: true },
}

/**
 * The pause that a server asks for, in milliseconds, or undefined where there is none: a number of seconds or an
 * instant (RFC 9110, section 10.2.3). At most a day: a longer pause is a mistake of the server.
 * @param now the instant that a date counts from, in milliseconds
 */
export function readRetryAfterMs(value: string | undefined, now: number = Date.now()): number | undefined {
  // Of a header that came several times, the first.
  const [, seconds, date] = /^(?:(\d{1,10})|(.*?GMT))(?:,|$)/.exec(value ?? '') ?? []
  const ms = seconds === undefined ? Date.parse(date ?? '') - now : Number(seconds) * 1_000
  return Number.isNaN(ms) ? undefined : Math.min(dayMs, Math.max(0, ms))
}

const dayMs = 24 * 60 * 60_000
