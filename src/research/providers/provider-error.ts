import type { ErrorCategory } from '#src/queue/kinds.ts'
import type { ApiFailure } from './http/index.ts'

/** Why a provider has not done what it was asked to. Its own words stay inside its file. */
export type ProviderFailure = {
  failed: Extract<
    ErrorCategory,
    'provider_unavailable' | 'provider_refused' | 'rate_limited' | 'timed_out' | 'unreadable' | 'too_large'
  >
  /** Milliseconds after which it may be called again, where it says so. */
  retryAfterMs?: number
}

/** The name under which the failure of a call becomes that of a job. */
export function toProviderFailure(call: ApiFailure): ProviderFailure {
  const pause =
    'retryAfterMs' in call && call.retryAfterMs !== undefined ? { retryAfterMs: call.retryAfterMs } : undefined
  return { failed: names[call.failure], ...pause }
}

const names = {
  refused_url: 'provider_refused',
  disallowed_by_robots: 'provider_refused',
  refused_address: 'provider_refused',
  refused: 'provider_refused',
  too_many_redirects: 'provider_refused',
  unresolved: 'provider_unavailable',
  unreachable: 'provider_unavailable',
  broken: 'provider_unavailable',
  late_request: 'provider_unavailable',
  unavailable: 'provider_unavailable',
  aborted: 'provider_unavailable',
  rate_limited: 'rate_limited',
  timed_out: 'timed_out',
  malformed: 'unreadable',
  too_large: 'too_large',
} as const satisfies Record<ApiFailure['failure'], ProviderFailure['failed']>
