import { bestPeerIn, goalsAgainst, isReached, oursIn, ratiosTo } from './goals.ts'
import type { EntrantResult, RowResult } from './rounds.ts'
import type { Measurement } from './statistics.ts'
import { median } from './statistics.ts'

const head =
  '| work | server | entrant | figure | p50 ms | p99 ms | Sittings is | goal |\n|---|---|---|---|---|---|---|---|'

/** Markdown: a line an entrant, with medians; beside each, our ratio to its figure with the range of the rounds. */
export const tableOf = (rows: readonly RowResult[]): string => [head, ...rows.flatMap(linesOf)].join('\n')

const linesOf = (row: RowResult): string[] =>
  row.entrants.map((entrant, at) => {
    const cells = [
      ...(at === 0 ? [row.work, row.server] : ['', '']),
      entrant.role === 'ours' ? `**${entrant.name}**` : entrant.name,
      `${medianOf(entrant, 'figure')} ${row.unit}`,
      medianOf(entrant, 'p50Ms'),
      medianOf(entrant, 'p99Ms'),
      entrant.role === 'ours' ? '' : ratioTo(row, entrant),
      goalsOf(row, entrant),
    ]
    return `| ${cells.join(' | ')} |`
  })

function medianOf({ rounds }: EntrantResult, what: keyof Measurement): string {
  const figures = rounds.flatMap((measurement) => measurement[what] ?? [])
  return figures.length === 0 ? '' : rounded(median(figures))
}

/** As many digits as a noisy machine can mean. */
const rounded = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(2)

function ratioTo(row: RowResult, entrant: EntrantResult): string {
  const ratios = ratiosTo(row, entrant)
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return `${median(ratios).toFixed(2)} (${range})`
}

const goalsOf = (row: RowResult, entrant: EntrantResult): string =>
  goalsAgainst(row, entrant)
    .map((goal) => {
      const bar = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
      return `${bar} ${isReached(row, entrant, goal) ? 'reached' : '**missed**'}`
    })
    .join(', ')

/** One row as a line of the README of the project. */
export function summaryOf(row: RowResult): string {
  const [ours, peer] = [oursIn(row), bestPeerIn(row)]
  if (ours === undefined || peer === undefined) throw new Error(`${row.work} has no peer to be compared with`)
  const latency = `p50 ${medianOf(ours, 'p50Ms')} ms, p99 ${medianOf(ours, 'p99Ms')} ms`
  return `- ${row.work}: ${medianOf(ours, 'figure')} ${row.unit} (${latency}), ${ratioTo(row, peer)} times ${peer.name}, the best peer`
}
