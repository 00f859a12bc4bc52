import type { Engine, Window } from './engine.ts'
import { apart } from './windows.ts'

/** The constant of reciprocal rank fusion that its authors found to suit everywhere. */
const damping = 60
const looked = 30

/** Two engines' answers as one: a window is worth the sum of its reciprocal ranks. */
export const fusionOf = (one: Engine, other: Engine): Engine => ({
  name: `${one.name} + ${other.name}`,
  async find(query, limit) {
    const worth = new Map<string, { window: Window; sum: number }>()
    for (const engine of [one, other]) {
      for (const [rank, window] of (await engine.find(query, looked)).entries()) {
        const key = `${window.file} ${window.start}`
        const sum = (worth.get(key)?.sum ?? 0) + 1 / (damping + rank + 1)
        worth.set(key, { window, sum })
      }
    }
    const best = [...worth.values()].sort((first, second) => second.sum - first.sum)
    return apart(
      best.map(({ window }) => window),
      limit,
    )
  },
})
