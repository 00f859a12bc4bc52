import type { Figures, Measured } from './measure.ts'

const percent = (share: number | undefined) => String(Math.round(100 * (share ?? 0)))

/** Two tables in Markdown: the engines over all queries that have an answer, and full coverage within five by group. */
export function renderTable(results: Measured[]): string {
  const groups = [...(results[0]?.groups.keys() ?? [])].filter((group) => group !== 'all' && group !== 'unanswerable')
  const whole = results.map(({ name, groups, p50, p99 }) => {
    const all = groups.get('all') as Figures
    const cells = [percent(all.full5), percent(all.any1), all.mrr10.toFixed(3), percent(all.full2000)]
    return [name, ...cells, percent(groups.get('unanswerable')?.silent), p50.toFixed(1), p99.toFixed(1)]
  })
  const parts = results.map(({ name, groups: found }) => [
    name,
    ...groups.map((group) => `${percent(found.get(group)?.full5)} / ${percent(found.get(group)?.any1)}`),
  ])
  const titles = ['engine', 'full@5', 'any@1', 'MRR@10', 'full in 2,000', 'silent', 'p50 ms', 'p99 ms']
  return `${rows([titles, ...whole])}\n\nfull@5 / any@1 by group\n\n${rows([['engine', ...groups], ...parts])}`
}

function rows(cells: string[][]): string {
  const line = (row: string[]) => `| ${row.join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), `|${head.map(() => '---|').join('')}`, ...body.map(line)].join('\n')
}
