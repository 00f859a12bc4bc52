import type { Goal } from './benchmark.ts'
import type { EntrantResult, RowResult } from './rounds.ts'
import { computeMedian } from './statistics.ts'

export const findOurs = ({ entrants }: RowResult): EntrantResult | undefined =>
  entrants.find(({ role }) => role === 'ours')

/** Our figure of each round as a ratio to the entrant's of the same round. */
export function computeRatios(row: RowResult, entrant: EntrantResult): number[] {
  const ours = findOurs(row)?.rounds ?? []
  return entrant.rounds.map(({ value }, round) => (ours[round]?.value ?? Number.NaN) / value)
}

/** The goals that compare us with this entrant; beside our own name the absolute ones. */
export const listGoals = (row: RowResult, entrant: EntrantResult): Goal[] =>
  (row.goals ?? []).filter(({ against }) =>
    against === undefined ? entrant.role === 'ours' : against === entrant.name,
  )

export function isReached(row: RowResult, entrant: EntrantResult, goal: Goal): boolean {
  const figures = goal.against === undefined ? entrant.rounds.map(({ value }) => value) : computeRatios(row, entrant)
  return 'atLeast' in goal ? computeMedian(figures) >= goal.atLeast : computeMedian(figures) <= goal.atMost
}
