import { formatDraw } from './calls.ts'
import { formatLane } from './schedule.ts'
import type { SimulationResult } from './simulate.ts'

/**
 * A schedule that has broken a promise: what the clients wanted, which one took which step when, and what was
 * broken.
 */
export function describeFailure({ seed, manner, drawn, played, broken }: SimulationResult): string {
  const { opening, calls, faults, isCrowded, repeats } = drawn
  const width = Math.max(...calls.map((call) => formatDraw(call).length)) + 4
  return [
    `SEED=${seed} breaks a promise; the opening is “${opening}”, steps are taken ${manner}${isCrowded ? ', queues are the server’s to order' : ''}`,
    ...calls.map((call, at) => `  ${formatLane(at)} ${formatDraw(call)}`),
    ...faults.map(
      (fault) =>
        `  ${formatLane(fault.lane)} meets ${JSON.stringify(fault)}; a refused call is sent again up to ${repeats} times`,
    ),
    ...played.trace.map(({ lane, call, step, note }, at) => {
      const who = `${' '.repeat(4 * lane)}${formatLane(lane)} ${call}`.padEnd(width + 4 * calls.length)
      return `  ${String(at + 1).padStart(3)} ${who} ${step}${note === '' ? '' : ` [${note}]`}`
    }),
    ...broken.map((finding) => `  BROKEN: ${finding}`),
    `  SEED=${seed} SCHEDULES=1 npm test -- test/system/tests/interleavings.test.ts plays it again`,
  ].join('\n')
}
