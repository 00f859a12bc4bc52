import { setTimeout as after, setImmediate } from 'node:timers/promises'
import type { TimeSliced } from './run-at-once.ts'

export { runAtOnce, type TimeSliced } from './run-at-once.ts'

/**
 * How long one time slice may block the event loop. A short read takes several turns of the loop, and may wait for a
 * time slice in each.
 */
const blockMsMax = 2

/**
 * Turns of the event loop between two time slices: it accepts one connection in each, and many may be waiting. More
 * would leave too little of a busy loop to searches.
 */
const turnsBetween = 4

let lastTurn: Promise<void> = Promise.resolve()
/** Until when the event loop belongs to other work: after each time slice for as long as the slice took. */
let restUntil = 0

/**
 * Resolves in an event loop iteration of its own. Callbacks of `setImmediate` due together run in one iteration, so
 * time slices of several searches, or bodies that arrive together, would add up to one long block: they are chained.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    const restMs = restUntil - performance.now()
    if (restMs > 0) await after(restMs)
    for (let turn = 0; turn < turnsBetween; turn += 1) await setImmediate()
  })
  return lastTurn
}

/**
 * Runs work to its end in time slices; requests are served between them, for half of the time.
 * @throws what the work throws, or the signal's reason between time slices
 */
export async function runInTimeSlices<T>(work: TimeSliced<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    await nextTurn()
    signal?.throwIfAborted()
    const startedMs = performance.now()
    try {
      while (performance.now() < startedMs + blockMsMax) {
        const step = work.next()
        if (step.done === true) return step.value
      }
    } finally {
      restUntil = 2 * performance.now() - startedMs
    }
  }
}
