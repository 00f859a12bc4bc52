import { setImmediate } from 'node:timers/promises'

/** Work that can yield to the event loop every few milliseconds. */
export type Sliced<T> = Generator<void, T>

/** How long one slice may block the event loop. */
const sliceMs = 10

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Resolves in an event-loop turn of its own. Callbacks of `setImmediate` due together run in one turn, so slices of
 * several searches would add up to one long block: they are chained.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/**
 * Runs sliced work to its end and serves requests between slices.
 * @throws what the work throws, or the signal's reason between slices
 */
export async function runInSlices<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    await nextTurn()
    signal?.throwIfAborted()
    const until = performance.now() + sliceMs
    while (performance.now() < until) {
      const step = work.next()
      if (step.done === true) return step.value
    }
  }
}

/** Runs sliced work without yielding, where no request waits. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value
}
