import { setImmediate as others } from 'node:timers/promises'

/** Milliseconds of the event loop that steps may take in a row. */
const turnMs = 10

/** Runs a generator to its end and lets others work in between. */
export async function inSteps<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  let since = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < turnMs) continue
    await others()
    signal?.throwIfAborted()
    since = performance.now()
  }
}

/** Runs a generator to its end at once, where no event loop is held by it. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
