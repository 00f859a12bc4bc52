import type { Test } from 'tap'

/**
 * Moves the clock of this process on, which is reset at the end of the test. Replaced by hand: an interceptor of tap
 * keeps a stack of each call, and there are thousands.
 */
export function movableClock(t: Pick<Test, 'teardown'>) {
  const { now } = Date
  let movedMs = 0
  Date.now = () => now() + movedMs
  t.teardown(() => Object.assign(Date, { now }))
  return (seconds: number) => {
    movedMs += seconds * 1_000
  }
}
