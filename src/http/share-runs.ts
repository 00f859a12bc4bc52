/** One run at a time. Calls during a run share the next one, so that none gets figures older than itself. */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    current = run().finally(() => {
      current = undefined
    })
    return current
  }
  return () => {
    if (current === undefined) return start()
    next ??= current.then(start, start)
    return next
  }
}

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
