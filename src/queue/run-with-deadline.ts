/**
 * Runs `work` until it ends, `ms` milliseconds have passed or the service stops; the latter two abort its signal. Work
 * that ignores the signal is abandoned: its lost lease refuses what it still tries to save.
 * @returns whichever came first: the work's result or error, `late` or `stopped`
 */
export async function runWithDeadline<T>(
  ms: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T } | { error: unknown } | 'late' | 'stopped'> {
  // A controller and a timer for each run: AbortSignal.any on a signal that lives as long as the process leaks every
  // signal derived from it.
  const controller = new AbortController()
  const interrupted = Promise.withResolvers<'late' | 'stopped'>()
  const interrupt = (why: 'late' | 'stopped') => {
    // Resolved before the abort: work that fails because it was aborted has not failed.
    interrupted.resolve(why)
    controller.abort()
  }
  const stop = () => interrupt('stopped')
  const timer = setTimeout(interrupt, ms, 'late')
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  try {
    const settled = work(controller.signal).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    return await Promise.race([interrupted.promise, settled])
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}
