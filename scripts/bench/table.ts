import { computeRatios, isReached, listGoals } from './goals.ts'
import type { EntrantResult, RowResult } from './rounds.ts'
import { computeMedian, type Measurement } from './statistics.ts'

const head =
  '| work | server | entrant | figure | p50 ms | p99 ms | Sittings is | goal |\n|---|---|---|---|---|---|---|---|'

/** Markdown: a line an entrant, with medians; beside each, our ratio to its figure with the range of the rounds. */
export const renderTables = (rows: readonly RowResult[]): string => [head, ...rows.flatMap(formatLines)].join('\n')

const formatLines = (row: RowResult): string[] =>
  row.entrants.map((entrant, at) => {
    const cells = [
      ...(at === 0 ? [row.work, row.server] : ['', '']),
      entrant.role === 'ours' ? `**${entrant.name}**` : entrant.name,
      `${formatMedian(entrant, 'value')} ${row.unit}`,
      formatMedian(entrant, 'p50Ms'),
      formatMedian(entrant, 'p99Ms'),
      entrant.role === 'ours' ? '' : formatRatio(row, entrant),
      formatGoals(row, entrant),
    ]
    return `| ${cells.join(' | ')} |`
  })

function formatMedian({ rounds }: EntrantResult, field: keyof Measurement): string {
  const figures = rounds.flatMap((measurement) => measurement[field] ?? [])
  return figures.length === 0 ? '' : round(computeMedian(figures))
}

/** As many digits as a noisy machine can mean. */
const round = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2))

function formatRatio(row: RowResult, entrant: EntrantResult): string {
  const ratios = computeRatios(row, entrant)
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return `${computeMedian(ratios).toFixed(2)} (${range})`
}

const formatGoals = (row: RowResult, entrant: EntrantResult): string =>
  listGoals(row, entrant)
    .map((goal) => {
      const target = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
      return `${target} ${isReached(row, entrant, goal) ? 'reached' : '**missed**'}`
    })
    .join(', ')
