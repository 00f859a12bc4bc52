/**
 * The seed of this run's generated cases, printed by every test with them: `SEED=… node test/…` repeats a run exactly.
 */
export const seed = process.env.SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.SEED)

export type Random = { below(limit: number): number; pick<T>(items: readonly T[]): T }

/**
 * A small generator (mulberry32): fast enough for a hundred thousand cases a second, and repeatable on every machine.
 */
export function randomFrom(start: number): Random {
  let state = start >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
