/** Wins the race instead of an event when the timeout has passed. */
const timedOut = Symbol('timed out')

/**
 * Yields events for at most `ms` milliseconds, then `timeoutEvents`. After these the source is still read to its end if
 * the consumer asks for more: its changes are saved, but not shown.
 */
export async function* withTimeout<Event>(
  events: AsyncGenerator<Event>,
  ms: number,
  timeoutEvents: () => Iterable<Event>,
): AsyncGenerator<Event> {
  const { promise: timeout, resolve } = Promise.withResolvers<typeof timedOut>()
  const timer = setTimeout(() => resolve(timedOut), ms)
  try {
    for (;;) {
      const next = events.next()
      const winner = await Promise.race([next, timeout])
      if (winner === timedOut) {
        yield* timeoutEvents()
        for (let rest = await next; rest.done !== true; rest = await events.next());
        return
      }
      if (winner.done === true) return
      yield winner.value
    }
  } finally {
    clearTimeout(timer)
  }
}
