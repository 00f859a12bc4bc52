import type { OutboundFailure } from './outcome.ts'

/** What ends a call before its time: the deadline or the caller. */
export type DeadlineSignal = ReturnType<typeof createDeadlineSignal>

/**
 * A signal that is aborted after `ms` milliseconds or with the caller's, and is released by `release`: otherwise a
 * long-lived signal would keep every call that ever listened to it.
 */
export function createDeadlineSignal(ms: number, caller: AbortSignal) {
  const controller = new AbortController()
  const broken = Promise.withResolvers<OutboundFailure>()
  const interrupt = (failure: 'timed_out' | 'aborted') => {
    broken.resolve({ failure })
    controller.abort()
  }
  const abort = () => interrupt('aborted')
  const timer = setTimeout(() => interrupt('timed_out'), ms)
  caller.addEventListener('abort', abort, { once: true })
  if (caller.aborted) abort()
  return {
    signal: controller.signal,
    /**
     * The work's result, or what interrupted it, or the name of what it threw. It does not wait for a name server that
     * does not answer.
     */
    catchFailure: <T>(work: Promise<T>): Promise<T | OutboundFailure> =>
      Promise.race([broken.promise, work.catch(toFailure)]),
    release: () => {
      clearTimeout(timer)
      caller.removeEventListener('abort', abort)
    },
  }
}

/** The name of what a call threw; what the HTTP client wraps is the cause. */
function toFailure(error: unknown): OutboundFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { name, code } = cause as { name?: unknown; code?: unknown }
  if (malformed.has(String(name)) || zlibCode.test(String(code))) return { failure: 'malformed' }
  return { failure: unconnected.has(String(code)) ? 'unreachable' : 'broken' }
}

/** By undici's names and not its classes, which are loaded with the first call. */
const malformed = new Set(['UndecodableBodyError', 'HTTPParserError', 'HeadersOverflowError'])

/** Z_DATA_ERROR and the like; those of Brotli and Zstandard begin with ERR_ or ZSTD. */
const zlibCode = /^(?:Z_|ERR_{1,2}(?:BROTLI|ERROR_FORMAT|ZSTD)|ZSTD_)/

/** The request was not sent. */
const unconnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'])
