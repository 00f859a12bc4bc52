import type { Fault } from './faults.ts'

/** Draws a fault for the next request of an operation; undefined for none. */
type Draw = (faults: readonly Fault[]) => Fault | undefined

/**
 * @param rate the share of requests that meet a fault
 * @param seed the same requests in the same order get the same faults
 */
export function createRandomDraw({ rate, seed }: { rate: number; seed: number }): Draw {
  const next = createNumbers(seed)
  return (faults) => {
    if (faults.length === 0 || next() >= rate) return undefined
    return faults[Math.floor(next() * faults.length)]
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
