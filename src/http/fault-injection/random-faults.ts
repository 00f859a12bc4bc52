import type { Fault } from './faults.ts'
import type { FaultRate } from './rules.ts'

/** Draws a fault for the next request of an operation; undefined for none. */
export type Draw = (rates: readonly FaultRate[]) => Fault | undefined

/** Seeded: the same requests in the same order get the same faults. */
export function createRandomDraw(seed: number): Draw {
  const next = createNumbers(seed)
  return (rates) => {
    if (rates.length === 0) return undefined
    let remaining = next()
    for (const { rate, faults } of rates) {
      if (remaining < rate) return faults[Math.floor(next() * faults.length)]
      remaining -= rate
    }
    return undefined
  }
}

/** mulberry32: numbers in [0, 1), the same on every machine. */
function createNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
