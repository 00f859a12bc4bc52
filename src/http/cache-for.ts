/**
 * Caches the result of `query` for `ms`; failures are not cached. One query at a time, so that they do not pile up on a
 * database that does not respond.
 */
export function cacheFor<T>(ms: number, query: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let staleAt = 0
  return () => {
    if (answer !== undefined && performance.now() < staleAt) return answer
    staleAt = Number.POSITIVE_INFINITY
    answer = query().then(
      (found) => {
        staleAt = performance.now() + ms
        return found
      },
      (error: unknown) => {
        answer = undefined
        throw error
      },
    )
    return answer
  }
}

/** Makes a value on the first call, for all calls, and again where that failed. */
export const makeOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => cacheFor(Number.POSITIVE_INFINITY, make)
