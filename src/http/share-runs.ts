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
