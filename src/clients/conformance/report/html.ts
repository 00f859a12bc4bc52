import { escapeMarkup, getVerdict, type Summary, total } from './summary.ts'

/** The report as one page that loads nothing. */
export function renderHtml({
  title,
  url,
  mode,
  seed,
  seconds,
  requests,
  findings,
  rows,
  byOperation,
}: Summary): string {
  const verdict = findings.length === 0 ? 'Conforms to its contract' : `${findings.length} findings`
  const checks = [...Map.groupBy(rows, ({ check }) => check)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(`${verdict} · ${url}`)}</title>
<style>${styles}</style>
</head>
<body>
<header class="${findings.length === 0 ? 'passed' : 'failed'}">
<p>${escapeMarkup(`${title} · ${url}`)}</p>
<h1>${verdict}</h1>
<p>${requests} requests in ${seconds} s · ${mode} · seed ${seed}</p>
</header>
<main>
${findings.length === 0 ? '' : `<h2>Findings</h2>\n<ol class="findings">\n${findings.map(renderFinding).join('\n')}\n</ol>`}
${renderTable('By operation', ['Operation', 'Result', 'Requests', 'Findings', 'Not checked'], byOperation.map(renderOperation))}
${renderTable('By check', ['Check', ...numbers], checks.map(renderCheck))}
</main>
</body>
</html>
`
}

function renderFinding({ operation, check, input, wrong, times }: Summary['findings'][number]): string {
  const [named, where, sent, found] = [operation, check, input, wrong].map(escapeMarkup)
  const count = times === 1 ? '' : ` · ${times} times`
  return `<li><strong>${named}</strong> <span class="quiet">${where}${count}</span><br><span class="quiet">sent</span> ${sent}<br><span class="quiet">wrong</span> <code>${found}</code></li>`
}

const numbers = ['Operations', 'Requests', 'Findings']

function renderTable(title: string, columns: readonly string[], rows: readonly string[]): string {
  const heads = columns.map((one) => (numbers.includes(one) ? `<th class="number">${one}</th>` : `<th>${one}</th>`))
  return `<h2>${title}</h2>
<div class="table" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

function renderOperation(one: Summary['byOperation'][number]): string {
  const verdict = getVerdict(one)
  const reasons = escapeMarkup(one.skipped.join('; '))
  return `<tr><th scope="row">${escapeMarkup(one.operation)}</th><td><span class="${verdict}">${verdict}</span></td>${renderNumbers(one.requests, one.findings)}<td>${reasons}</td></tr>`
}

function renderCheck([check, rows]: [string, Summary['rows']]): string {
  const { requests, findings } = total(rows)
  return `<tr><th scope="row">${escapeMarkup(check)}</th>${renderNumbers(rows.length, requests, findings)}</tr>`
}

const renderNumbers = (...numbers: number[]) => numbers.map((one) => `<td class="number">${one}</td>`).join('')

const styles = `:root { color-scheme: light dark; --line: light-dark(#d5dedd, #35504d); --quiet: light-dark(#4a5f5d, #a3b8b5) }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; overflow-wrap: anywhere }
header { padding: 1.5rem max(1rem, calc((100vw - 72rem) / 2)); color: #fff; background: #0b5c56 }
header.failed { background: #97251f }
header p { margin: 0 }
h1 { margin: .25rem 0; font-size: 1.75rem; line-height: 1.2 }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem }
main { max-width: 74rem; margin: 0 auto; padding: 0 1rem 3rem }
.table { overflow-x: auto }
table { width: 100%; border-collapse: collapse; overflow-wrap: normal }
th, td { padding: .3rem 1rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
thead th { color: var(--quiet) }
.number { text-align: right; font-variant-numeric: tabular-nums }
span.passed { color: light-dark(#0b5c56, #6fd3c9) }
span.failed { color: light-dark(#97251f, #ff9d94); font-weight: 600 }
span.skipped, .quiet { color: var(--quiet) }
.findings li { margin: 0 0 1rem; padding-left: .25rem }
code { font: .9em/1.45 ui-monospace, monospace }
@media (max-width: 40rem) {
  th, td { padding-right: .5rem; font-size: .9rem }
  tbody tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line) }
  tbody th, tbody td { border: 0; padding: 0 }
  tbody th { flex-basis: 100%; font-weight: 600 }
  thead { display: none }
  tbody td.number:first-of-type::after { content: ' operations' }
  tbody td:nth-of-type(2)::after { content: ' requests' }
  tbody td:nth-of-type(3)::after { content: ' findings' }
}
`
