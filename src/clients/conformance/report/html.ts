import { getVerdict, type Summary } from './summary.ts'

/** The report as one page that loads nothing. */
export function renderHtml(summary: Summary): string {
  const { title, url, mode, seed, seconds, requests, findings, rows } = summary
  const verdict = findings.length === 0 ? 'Conforms to its contract' : `${findings.length} findings`
  const checks = [...new Set(rows.map(({ check }) => check))]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(verdict)} · ${escapeHtml(url)}</title>
<style>${styles}</style>
</head>
<body>
<header class="${findings.length === 0 ? 'passed' : 'failed'}">
<p>${escapeHtml(title)} · ${escapeHtml(url)}</p>
<h1>${escapeHtml(verdict)}</h1>
<p>${requests} requests in ${seconds} s · ${mode} · seed ${seed}</p>
</header>
<main>
${renderFindings(summary)}
<h2>By operation</h2>
<div class="table" tabindex="0" role="region" aria-label="By operation"><table>
<thead><tr><th>Operation</th><th>Result</th><th class="number">Requests</th><th class="number">Findings</th><th>Not checked</th></tr></thead>
<tbody>
${summary.byOperation.map(renderOperation).join('\n')}
</tbody>
</table></div>
<h2>By check</h2>
<div class="table" tabindex="0" role="region" aria-label="By check"><table>
<thead><tr><th>Check</th><th class="number">Operations</th><th class="number">Requests</th><th class="number">Findings</th></tr></thead>
<tbody>
${checks.map((check) => renderCheck(summary, check)).join('\n')}
</tbody>
</table></div>
</main>
</body>
</html>
`
}

const renderFindings = ({ findings }: Summary) =>
  findings.length === 0
    ? ''
    : `<h2>Findings</h2>
<ol class="findings">
${findings
  .map(
    ({ operation, check, input, wrong, times }) =>
      `<li><strong>${escapeHtml(operation)}</strong> <span class="quiet">${escapeHtml(check)}${times === 1 ? '' : ` · ${times} times`}</span><br><span class="quiet">sent</span> ${escapeHtml(input)}<br><span class="quiet">wrong</span> <code>${escapeHtml(wrong)}</code></li>`,
  )
  .join('\n')}
</ol>`

function renderOperation(one: Summary['byOperation'][number]): string {
  const result = getVerdict(one)
  return `<tr><th scope="row">${escapeHtml(one.operation)}</th><td><span class="${result}">${result}</span></td><td class="number">${one.requests}</td><td class="number">${one.findings}</td><td>${escapeHtml(one.skipped.join('; '))}</td></tr>`
}

function renderCheck({ rows }: Summary, check: string): string {
  const own = rows.filter((row) => row.check === check)
  const requests = own.reduce((sum, row) => sum + row.requests, 0)
  const findings = own.reduce((sum, row) => sum + row.findings.length, 0)
  return `<tr><th scope="row">${escapeHtml(check)}</th><td class="number">${own.length}</td><td class="number">${requests}</td><td class="number">${findings}</td></tr>`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

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
