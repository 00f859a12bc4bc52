import type { Test } from 'tap'

/** A deadline that a call has set: after this many milliseconds, which pass with `pass()` alone. */
export type HeldDeadline = { ms: number; pass: () => void }

/** Holds every deadline that is set until the end of the test, so that no test depends on the machine's speed. */
export function holdDeadlines(t: Test): HeldDeadline[] {
  const deadlines: HeldDeadline[] = []
  t.intercept(AbortSignal, 'timeout', {
    value: (ms: number) => {
      const deadline = new AbortController()
      deadlines.push({ ms, pass: () => deadline.abort(new DOMException('The time is over', 'TimeoutError')) })
      return deadline.signal
    },
  })
  return deadlines
}
