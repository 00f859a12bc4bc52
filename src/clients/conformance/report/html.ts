import { renderPage } from '#src/http/docs/page.ts'
import { escapeMarkup, getVerdict, type Summary } from './summary.ts'

/** The report as one page that loads nothing. */
export function renderHtml({ title, url, mode, seed, seconds, requests, findings, byOperation }: Summary): string {
  const verdict = findings.length === 0 ? 'Conforms to its contract' : `${findings.length} findings`
  const body = `<header class="${findings.length === 0 ? 'passed' : 'failed'}">
<p>${escapeMarkup(`${title} · ${url}`)}</p>
<h1>${verdict}</h1>
<p>${requests} requests in ${seconds} s · ${mode} · seed ${seed}</p>
</header>
<ol>${findings.map(renderFinding).join('\n')}</ol>
<h2>By operation</h2>
<div class="table" tabindex="0" role="region" aria-label="By operation"><table>
<thead><tr><th>Operation</th><th>Result</th><th>Requests</th><th>Findings</th><th>Not checked</th></tr></thead>
<tbody>
${byOperation.map(renderOperation).join('\n')}
</tbody>
</table></div>
`
  return renderPage({ title: escapeMarkup(`${verdict} · ${url}`), styles, body }).html
}

function renderFinding({ operation, check, input, wrong, times }: Summary['findings'][number]): string {
  const [named, where, sent, found] = [operation, check, input, wrong].map(escapeMarkup)
  const count = times === 1 ? '' : ` · ${times} times`
  return `<li><strong>${named}</strong> ${where}${count}<br>sent ${sent}<br>wrong <code>${found}</code></li>`
}

function renderOperation(one: Summary['byOperation'][number]): string {
  const verdict = getVerdict(one)
  const cells = [one.requests, one.findings, escapeMarkup(one.skipped.join('; '))]
  const head = `<th scope="row">${escapeMarkup(one.operation)}</th><td class="${verdict}">${verdict}</td>`
  return `<tr>${head}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

const styles = `body { max-width: 72rem }
h1, header p { margin: .25rem 0 }
.table { overflow-x: auto }
table { border-collapse: collapse; overflow-wrap: normal }
th, td { padding: .3rem 1rem .3rem 0; border-bottom: 1px solid; text-align: left; vertical-align: top }
tbody th { font-weight: 400 }
td { font-variant-numeric: tabular-nums }
td:last-child { min-width: 16rem }
.passed { color: light-dark(#0b5c56, #6fd3c9) }
.failed { color: light-dark(#97251f, #ff9d94) }
li { margin-bottom: 1rem }
`
