/**
 * Runs `work` until it ends, `ms` milliseconds have passed or the service stops, whichever comes first; its signal is aborted by
 * the latter two. Work that does not listen is left behind: what it still tries to save is refused by its lost lease.
 * @returns what came first: the work's result or error, `late` or `stopped`
 */
export async function within<T>(
  ms: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T } | { error: unknown } | 'late' | 'stopped'> {
  // A controller and a timer of its own, both put away at the end: AbortSignal.any on a signal that lives as long as the
  // process keeps every signal made from it.
  const cut = new AbortController()
  const broken = Promise.withResolvers<'late' | 'stopped'>()
  const breakOff = (why: 'late' | 'stopped') => {
    cut.abort()
    broken.resolve(why)
  }
  const stop = () => breakOff('stopped')
  const timer = setTimeout(() => breakOff('late'), ms)
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    return await Promise.race([broken.promise, settled(work(cut.signal))])
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
