import { setImmediate } from 'node:timers/promises'

/** Work that can be interrupted at each `yield`, in steps of at most some milliseconds. */
export type Sliced<T> = Generator<void, T>

/** What one slice may take of the thread that answers requests. */
const sliceMs = 10

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop of its own. Callbacks of `setImmediate` that are due together run in one turn,
 * so the slices of several searches would add up to one stop: they are put one behind the other.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/**
 * Runs sliced work to its end, letting requests be answered between two slices.
 * @throws what the work throws, or the signal's reason between two slices
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

/** Runs sliced work without a pause, where nobody waits beside it. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value
}
