import { ApifyApiError } from 'apify-client'
import type { ProviderFailure } from '../provider-error.ts'

/** The API has read the request and refused it: nothing has been started. A 5xx may come after something has. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApifyApiError && error.statusCode >= 400 && error.statusCode < 500 && error.statusCode !== 408

/** The host name did not resolve or refused the connection. */
export const isCertainlyUnsent = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(findCode(error))

/** The name of the failure; nothing else of the error leaves this file. */
export function toApifyFailure(error: unknown, retryAfterMs: number | undefined): ProviderFailure {
  if (error instanceof ApifyApiError) {
    if (error.statusCode === 429) {
      return { failed: 'rate_limited', ...(retryAfterMs !== undefined && { retryAfterMs }) }
    }
    return { failed: isRefusal(error) ? 'provider_refused' : 'provider_unavailable' }
  }
  if (error instanceof Error && error.name === 'InvalidResponseBodyError') return { failed: 'unreadable' }
  if (['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'].includes(findCode(error))) return { failed: 'timed_out' }
  // A response that is too long gets the same name as an unreadable one.
  if (findCode(error) === 'ERR_BAD_RESPONSE') return { failed: 'unreadable' }
  return { failed: 'provider_unavailable' }
}

function findCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
