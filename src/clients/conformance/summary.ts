import { escapeUTF8 } from 'entities'
import { isRead, operations } from './operations.ts'
import { notGiven, type Options } from './options.ts'
import { formatFinding, identify, type Row } from './recorder.ts'

type Total = { requests: number; findings: number; skipped: readonly string[] }
type Verdict = 'failed' | 'skipped' | 'passed'

/** A run, counted: what the text and JUnit show. */
type Summary = ReturnType<typeof summarize>

export function summarize(rows: readonly Row[], { full, seed }: Options, elapsedMs: number) {
  // In the contract's order, then what concerns no operation.
  const names = new Set([...operations.map(({ id }) => id as string), ...rows.map(({ operation }) => operation)])
  const writes = new Set<string>(operations.filter((one) => !isRead(one)).map(({ id }) => id))
  const byOperation = [...names].map((operation) => {
    const own = rows.filter((row) => row.operation === operation)
    const isUnasked = own.length === 0 && !full && writes.has(operation)
    return { operation, ...total(own), ...(isUnasked && { skipped: [notGiven] }) }
  })
  return {
    ...{ mode: full ? 'full' : 'read-only', seed, rows, byOperation },
    seconds: Math.round(elapsedMs / 100) / 10,
    requests: total(rows).requests,
    /** What several checks have found is one. */
    findings: new Set(rows.flatMap(({ findings }) => findings.map(identify))).size,
  }
}

const total = (rows: readonly Row[]): Total => ({
  requests: sum(rows, ({ requests }) => requests),
  findings: sum(rows, ({ findings }) => findings.length),
  skipped: [...new Set(rows.flatMap(({ skipped }) => skipped))],
})

const sum = <T>(of: readonly T[], count: (one: T) => number) => of.reduce((total, one) => total + count(one), 0)

/** What an operation, or one check of it, came to, in a word. */
const getVerdict = ({ requests, findings }: Total): Verdict =>
  findings > 0 ? 'failed' : requests === 0 ? 'skipped' : 'passed'

export function renderSummary({ byOperation, requests, findings, seconds, mode, seed }: Summary): string {
  const width = Math.max(...byOperation.map(({ operation }) => operation.length))
  const lines = byOperation.map((one) => {
    const reasons = one.skipped.length === 0 ? '' : `  not checked: ${one.skipped.join('; ')}`
    const count = one.findings === 0 ? '' : `  ${countOf(one.findings, 'finding')}`
    return `${one.operation.padEnd(width)}  ${getVerdict(one).padEnd(7)}  ${String(one.requests).padStart(5)} requests${count}${reasons}`
  })
  const last = `${countOf(findings, 'finding')} in ${countOf(requests, 'request')}, ${seconds} s (${mode}, --seed ${seed})`
  return `\n${lines.join('\n')}\n\n${last}\n`
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** JUnit XML: a suite for each check, a test case for each of its operations. */
export function renderJunit({ rows, seconds }: Summary): string {
  const suites = [...Map.groupBy(rows, ({ check }) => check)].map(([check, own]) => {
    const cases = own.map((row) => {
      const { operation, findings, skipped } = row
      const failures = findings.map(
        (one) => `      <failure message="${escapeXml(one.wrong)}">${escapeXml(formatFinding(one))}</failure>\n`,
      )
      const isSkipped = getVerdict(total([row])) === 'skipped'
      const reason = isSkipped ? `      <skipped message="${escapeXml(skipped.join('; '))}"/>\n` : ''
      return `    <testcase classname="${escapeXml(check)}" name="${escapeXml(operation)}">\n${failures.join('')}${reason}    </testcase>\n`
    })
    const counts = `tests="${own.length}" failures="${countRows(own, 'failed')}" skipped="${countRows(own, 'skipped')}"`
    return `  <testsuite name="${escapeXml(check)}" ${counts}>\n${cases.join('')}  </testsuite>\n`
  })
  const counts = `tests="${rows.length}" failures="${countRows(rows, 'failed')}" time="${seconds}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance" ${counts}>\n${suites.join('')}</testsuites>\n`
}

const countRows = (rows: readonly Row[], verdict: Verdict) =>
  rows.filter((row) => getVerdict(total([row])) === verdict).length

/** Also the characters that XML 1.0 cannot write at all. */
const escapeXml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  escapeUTF8(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').toWellFormed())
