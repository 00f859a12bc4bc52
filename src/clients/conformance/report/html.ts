import { renderPage } from '#src/http/docs/page.ts'
import { escapeMarkup, getVerdict, type Summary, total } from './summary.ts'

/** The report as one page that loads nothing. */
export function renderHtml(summary: Summary): string {
  const { title, url, mode, seed, seconds, requests, findings, rows, byOperation } = summary
  const verdict = findings.length === 0 ? 'Conforms to its contract' : `${findings.length} findings`
  const operations = byOperation.map((one) => {
    const { operation, requests, findings, skipped } = one
    return [operation, getVerdict(one), requests, findings, skipped.join('; ')]
  })
  const checks = [...Map.groupBy(rows, ({ check }) => check)].map(([check, own]) => {
    const { requests, findings } = total(own)
    return [check, own.length, requests, findings]
  })
  const body = `<header class="${findings.length === 0 ? 'passed' : 'failed'}">
<p>${escapeMarkup(`${title} · ${url}`)}</p>
<h1>${verdict}</h1>
<p>${requests} requests in ${seconds} s · ${mode} · seed ${seed}</p>
</header>
<ol>${findings.map(renderFinding).join('\n')}</ol>
${renderTable('By operation', ['Operation', 'Result', 'Requests', 'Findings', 'Not checked'], operations)}
${renderTable('By check', ['Check', 'Operations', 'Requests', 'Findings'], checks)}
`
  return renderPage({ title: escapeMarkup(`${verdict} · ${url}`), styles, body }).html
}

function renderFinding({ operation, check, input, wrong, times }: Summary['findings'][number]): string {
  const [named, where, sent, found] = [operation, check, input, wrong].map(escapeMarkup)
  const count = times === 1 ? '' : ` · ${times} times`
  return `<li><strong>${named}</strong> ${where}${count}<br>sent ${sent}<br>wrong <code>${found}</code></li>`
}

function renderTable(title: string, columns: readonly string[], rows: readonly (string | number)[][]): string {
  const heads = columns.map((column) => `<th>${column}</th>`)
  const lines = rows.map(
    ([name, ...cells]) => `<tr><th>${escapeMarkup(String(name))}</th>${cells.map(renderCell).join('')}</tr>`,
  )
  return `<h2>${title}</h2>
<div class="table" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table></div>`
}

function renderCell(cell: string | number): string {
  if (typeof cell === 'number') return `<td class="number">${cell}</td>`
  return `<td>${cell === 'failed' ? '<strong class="failed">failed</strong>' : escapeMarkup(cell)}</td>`
}

const styles = `body { max-width: 72rem }
h1, header p { margin: .25rem 0 }
.table { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal }
th, td { padding: .3rem 1rem .3rem 0; border-bottom: 1px solid; text-align: left; vertical-align: top }
tbody th { font-weight: 400 }
.number { font-variant-numeric: tabular-nums }
td:last-child:not(.number) { min-width: 16rem }
.passed { color: light-dark(#0b5c56, #6fd3c9) }
.failed { color: light-dark(#97251f, #ff9d94) }
li { margin-bottom: 1rem }
`
