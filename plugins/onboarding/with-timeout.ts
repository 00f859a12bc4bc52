/** Passed on instead of an event when the time is over. */
const over = Symbol('over')

/**
 * The events of some work for at most `ms` milliseconds, then those of `late`. The work goes on behind them, to its
 * end, while the consumer asks for more.
 */
export async function* withTimeout<Event>(
  work: AsyncGenerator<Event>,
  ms: number,
  late: () => Iterable<Event>,
): AsyncGenerator<Event> {
  const { promise: lateness, resolve } = Promise.withResolvers<typeof over>()
  const clock = setTimeout(() => resolve(over), ms)
  try {
    for (;;) {
      const next = work.next()
      const won = await Promise.race([next, lateness])
      if (won === over) {
        yield* late()
        for (let rest = await next; rest.done !== true; rest = await work.next());
        return
      }
      if (won.done === true) return
      yield won.value
    }
  } finally {
    clearTimeout(clock)
  }
}
