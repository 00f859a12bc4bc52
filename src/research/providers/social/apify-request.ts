import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApifyClientOptions } from 'apify-client'
import { sliceMs } from '#src/queue/limits.ts'
import { readRetryAfterMs } from '../http/index.ts'

/*
 * The limits of every request to Apify. The official client supports neither a signal nor a limit of the response's
 * size and hides the headers of the response; its interceptor adds all three to each request.
 */

/** Milliseconds for one request. */
export const requestMs = sliceMs / 2

/** Bytes of one answer: a page of posts is a megabyte or two. */
const bytesMax = 20_000_000

const current = new AsyncLocalStorage<{ signal: AbortSignal; retryAfter?: string }>()

/**
 * Runs one request of the client under a signal, or under its deadline alone.
 * @param failed makes of an error what is answered; with the pause the platform asks for, in milliseconds, where it
 * does
 */
export function runApifyRequest<T>(
  signal: AbortSignal | undefined,
  request: () => Promise<T>,
  failed: (error: unknown, pauseMs: number | undefined) => T,
): Promise<T> {
  const late = AbortSignal.timeout(requestMs)
  const context: { signal: AbortSignal; retryAfter?: string } = {
    signal: signal === undefined ? late : AbortSignal.any([late, signal]),
  }
  return current.run(context, request).catch((error: unknown) => failed(error, readRetryAfterMs(context.retryAfter)))
}

type Interceptor = NonNullable<ApifyClientOptions['requestInterceptors']>[number]

export const guardRequest: Interceptor = (config) => {
  const context = current.getStore()
  return {
    ...config,
    ...(context !== undefined && { signal: context.signal }),
    // A redirect would take the token to another host.
    maxRedirects: 0,
    maxContentLength: bytesMax,
    transformResponse: [
      (data: unknown, headers: Record<string, unknown>) => {
        const value = headers['retry-after']
        if (context !== undefined && typeof value === 'string') context.retryAfter = value
        return data
      },
    ],
  }
}
