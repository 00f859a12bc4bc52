import type { FoundWindow } from './engine.ts'
import type { Ranker } from './windows.ts'

/** The constant of reciprocal rank fusion that its authors recommend. */
const damping = 60
const looked = 50

/** Two rankings as one: a window scores the sum of its reciprocal ranks. */
export const createFusion = (one: Ranker, other: Ranker): Ranker => ({
  name: 'BM25 and trigram, fused',
  async rank(query, most) {
    const scores = new Map<string, { window: FoundWindow; sum: number }>()
    for (const ranker of [one, other]) {
      for (const [rank, window] of (await ranker.rank(query, looked)).entries()) {
        const key = `${window.file} ${window.start}`
        const sum = (scores.get(key)?.sum ?? 0) + 1 / (damping + rank + 1)
        scores.set(key, { window, sum })
      }
    }
    const best = [...scores.values()].sort((first, second) => second.sum - first.sum)
    return best.slice(0, most).map(({ window }) => window)
  },
})
