/** Runs a section that a stop of the service waits for; one that has not begun by then does not begin any more. */
export type CriticalSection = <T>(section: () => Promise<T>) => Promise<T>

/**
 * Runs `work` until it ends, `ms` milliseconds have passed or the service stops, whichever comes first; its signal is
 * aborted by the latter two. Work that does not listen is left behind: what it still tries to save is refused by its
 * lost lease. Only a section that it runs `unbroken` is waited for when the service stops, and what such a section ends
 * with counts.
 * @returns what came first: the work's result or error, `late` or `stopped`
 */
export async function runWithDeadline<T>(
  ms: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal, criticalSection: CriticalSection) => Promise<T>,
): Promise<{ result: T } | { error: unknown } | 'late' | 'stopped'> {
  // A controller and a timer of its own, both put away at the end: AbortSignal.any on a signal that lives as long as
  // the process keeps every signal made from it.
  const cut = new AbortController()
  const broken = Promise.withResolvers<'late' | 'stopped'>()
  const breakOff = (why: 'late' | 'stopped') => {
    // First: work that fails for being aborted has not failed.
    broken.resolve(why)
    cut.abort()
  }
  let section: Promise<unknown> | undefined
  const criticalSection: CriticalSection = async (run) => {
    cut.signal.throwIfAborted()
    const running = run()
    section = running.catch(() => {}) // its failure is the work's own
    return await running.finally(() => {
      section = undefined
    })
  }
  const stop = () => {
    if (section === undefined) return breakOff('stopped')
    cut.abort()
    // A turn later, so that work which ended with its section is heard first.
    void section.then(() => setImmediate(breakOff, 'stopped'))
  }
  const timer = setTimeout(() => breakOff('late'), ms)
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    return await Promise.race([broken.promise, settled(work(cut.signal, criticalSection))])
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}

async function settled<T>(work: Promise<T>): Promise<{ result: T } | { error: unknown }> {
  try {
    return { result: await work }
  } catch (error) {
    return { error }
  }
}
