import { parentPort } from 'node:worker_threads'
import { type Attack, buildAttacks, buildText, type Expression } from './expressions.ts'

// Tries every attack on the expressions it gets, in a thread of its own that can be ended: one that hangs is the
// finding.

/** Milliseconds of processor time for each thousand characters below which no caller waits, whatever the growth. */
const harmlessMs = 0.5
/** Four times the text in more than eight times the time: more than proportional. */
const growthMax = 8
/** Twice the text in more than three times the time. */
const doubledMax = 3

export type Trial = Expression & {
  attacks: number
  /** The first attack that takes too long. */
  worst: { ms: number; growth: number; attack: Attack } | undefined
}

parentPort?.on('message', ({ expression, length }: { expression: Expression; length: number }) => {
  const attacks = buildAttacks(expression)
  let worst: Trial['worst']
  for (const attack of attacks) {
    const ms = measureCostMs(expression, buildText(attack, length))
    if (ms <= (harmlessMs * length) / 1_000) continue
    const growth = ms / Math.max(0.05, measureCostMs(expression, buildText(attack, length / 4)))
    // Once more with a longer text: on a busy machine a single figure may be far too high.
    if (growth <= growthMax || measureCostMs(expression, buildText(attack, 2 * length)) <= doubledMax * ms) continue
    worst = { ms, growth, attack }
    break
  }
  parentPort?.postMessage({ ...expression, attacks: attacks.length, worst } satisfies Trial)
})

/** Milliseconds of this thread's processor time: the least of up to three runs, since other load interrupts them. */
function measureCostMs(expression: Expression, text: string): number {
  let leastMs = Infinity
  for (let run = 0; run < 3 && leastMs > (harmlessMs * text.length) / 1_000; run += 1)
    leastMs = Math.min(leastMs, measureRunMs(expression, text))
  return leastMs
}

function measureRunMs({ source, flags }: Expression, text: string): number {
  const expression = new RegExp(source, flags)
  const startedMs = process.threadCpuUsage()
  if (flags.includes('g')) text.replaceAll(expression, '')
  else expression.exec(text)
  return process.threadCpuUsage(startedMs).user / 1_000
}
