import { UndecodableBodyError } from './body.ts'
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

/** Parsers name what they could not read; everything else is a connection that did not come about or did not last. */
function toFailure(error: unknown): OutboundFailure {
  const isMalformed = error instanceof UndecodableBodyError || (error instanceof Error && unparsed.has(error.name))
  return { failure: isMalformed || hasZlibCode(error) ? 'malformed' : 'unreachable' }
}

/** By undici's names and not its classes, which are loaded with the first call. */
const unparsed = new Set(['HTTPParserError', 'HeadersOverflowError'])

/** Z_DATA_ERROR and the like; Brotli's begin with ERR_ and have two underscores. */
const hasZlibCode = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_{1,2}(BROTLI|ERROR_FORMAT))/.test(String(error.code))
