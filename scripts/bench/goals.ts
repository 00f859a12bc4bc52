import type { Goal } from './benchmark.ts'
import type { EntrantResult, RowResult } from './rounds.ts'
import { median } from './statistics.ts'

export const oursIn = ({ entrants }: RowResult): EntrantResult | undefined =>
  entrants.find(({ role }) => role === 'ours')

/** Our figure of each round as a ratio to the entrant's of the same round. */
export function ratiosTo(row: RowResult, entrant: EntrantResult): number[] {
  const ours = oursIn(row)?.rounds ?? []
  return entrant.rounds.map(({ figure }, round) => (ours[round]?.figure ?? Number.NaN) / figure)
}

/** The peer with the best median. */
export function bestPeerIn({ entrants }: RowResult): EntrantResult | undefined {
  const medianFigure = ({ rounds }: EntrantResult) => median(rounds.map(({ figure }) => figure))
  return entrants.filter(({ role }) => role === 'peer').toSorted((a, b) => medianFigure(b) - medianFigure(a))[0]
}

/** The goals that compare us with this entrant; beside our own name the absolute ones. */
export const goalsAgainst = (row: RowResult, entrant: EntrantResult): Goal[] =>
  (row.goals ?? []).filter(({ against }) => {
    if (against === undefined) return entrant.role === 'ours'
    return against === 'best peer' ? bestPeerIn(row) === entrant : against === entrant.name
  })

export function isReached(row: RowResult, entrant: EntrantResult, goal: Goal): boolean {
  const figures = goal.against === undefined ? entrant.rounds.map(({ figure }) => figure) : ratiosTo(row, entrant)
  return 'atLeast' in goal ? median(figures) >= goal.atLeast : median(figures) <= goal.atMost
}
