import type { Fault } from './faults.ts'
import type { FaultRate } from './rules.ts'

/** What befalls the next request of an operation, undefined when nothing does. */
export type Draw = (chances: readonly FaultRate[]) => Fault | undefined

/** Draws by a seed: the same requests in the same order meet the same faults again. */
export function createRandomDraw(seed: number): Draw {
  const next = numbersFrom(seed)
  return (chances) => {
    if (chances.length === 0) return undefined
    let left = next()
    for (const { rate, faults } of chances) {
      if (left < rate) return faults[Math.floor(next() * faults.length)]
      left -= rate
    }
    return undefined
  }
}

/** mulberry32: numbers from 0 up to 1, repeatable on every machine. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
