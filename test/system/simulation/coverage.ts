import { createHash } from 'node:crypto'
import type { SimulationResult } from './simulate.ts'

/** What the schedules have covered, to show that they differ. */
export function newCoverage() {
  const interleavings = new Set<string>()
  const outcomes = new Map<string, number>()
  const faults = new Map<string, number>()
  const sums = { schedules: 0, waits: 0 }
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    interleavings,
    outcomes,
    faults,
    sums,
    add({ drawn, played, answered }: SimulationResult): void {
      interleavings.add(computeFingerprint(drawn.opening, played))
      sums.schedules += 1
      sums.waits += played.waits
      for (const { op, outcome } of answered) count(outcomes, `${op} ${outcome}`)
      for (const fault of played.faults) count(faults, fault)
    },
  }
}

/** Equal for two schedules in which the same calls took the same steps in the same order. */
export const computeFingerprint = (opening: string, { trace }: SimulationResult['played']): string =>
  createHash('sha256')
    .update(JSON.stringify([opening, trace]))
    .digest('base64url')

/** How often each thing occurred, the names in their order. */
export const formatCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, times]) => `${name} ×${times}`)
    .join(', ')
