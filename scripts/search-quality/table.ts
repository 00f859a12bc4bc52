import type { EngineResult, Figures } from './measure.ts'

const formatPercent = (share: number | undefined) => String(Math.round(100 * (share ?? 0)))

/** Two tables in Markdown: the engines over all queries that have an answer, and full coverage within five by group. */
export function renderTable(results: EngineResult[]): string {
  const groups = [...(results[0]?.groups.keys() ?? [])].filter((group) => group !== 'all' && group !== 'unanswerable')
  const whole = results.map(({ name, groups, p50, p99 }) => {
    const all = groups.get('all') as Figures
    const cells = [formatPercent(all.full5), formatPercent(all.any1), all.mrr10.toFixed(3), formatPercent(all.full2000)]
    return [name, ...cells, formatPercent(groups.get('unanswerable')?.silent), p50.toFixed(1), p99.toFixed(1)]
  })
  const parts = results.map(({ name, groups: found }) => [
    name,
    ...groups.map((group) => `${formatPercent(found.get(group)?.full5)} / ${formatPercent(found.get(group)?.any1)}`),
  ])
  const titles = ['engine', 'full@5', 'any@1', 'MRR@10', 'full in 2,000', 'silent', 'p50 ms', 'p99 ms']
  return `${renderRows([titles, ...whole])}\n\nfull@5 / any@1 by group\n\n${renderRows([['engine', ...groups], ...parts])}`
}

function renderRows(cells: string[][]): string {
  const renderLine = (row: string[]) => `| ${row.join(' | ')} |`
  const [head = [], ...body] = cells
  return [renderLine(head), `|${head.map(() => '---|').join('')}`, ...body.map(renderLine)].join('\n')
}
