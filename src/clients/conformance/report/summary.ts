import { document } from '#src/contract/document.ts'
import { isRead, operations } from '../operations.ts'
import { notGiven, type Options } from '../options.ts'
import { type Finding, formatFinding, isSame, type Row } from '../recorder.ts'

/** A run, counted: what every form of the report shows. */
export type Summary = {
  title: string
  url: string
  mode: 'full' | 'read-only'
  seed: number
  seconds: number
  requests: number
  rows: readonly Row[]
  /** What several checks have found is one of them, that of the first. */
  findings: readonly Finding[]
  /** By operation, in the contract's order, then what concerns no operation. */
  byOperation: readonly { operation: string; requests: number; findings: number; skipped: readonly string[] }[]
}

export function summarize(rows: readonly Row[], { url, full, seed }: Options, elapsedMs: number): Summary {
  const names = [...new Set([...operations.map(({ id }) => id as string), ...rows.map(({ operation }) => operation)])]
  const byOperation = names.map((operation) => {
    const own = rows.filter((row) => row.operation === operation)
    return {
      operation,
      requests: sum(own, ({ requests }) => requests),
      findings: sum(own, ({ findings }) => findings.length),
      skipped: own.length === 0 && !full && writes.has(operation) ? [notGiven] : listReasons(own),
    }
  })
  return {
    title: `${document.info.title} ${document.info.version}`,
    ...{ url, mode: full ? 'full' : 'read-only', seed, rows, byOperation },
    seconds: Math.round(elapsedMs / 100) / 10,
    requests: sum(rows, ({ requests }) => requests),
    findings: merge(rows.flatMap(({ findings }) => findings)),
  }
}

const writes: ReadonlySet<string> = new Set(operations.filter((one) => !isRead(one)).map(({ id }) => id))

const listReasons = (rows: readonly Row[]) => [...new Set(rows.flatMap(({ skipped }) => skipped))]

const merge = (findings: readonly Finding[]): Finding[] =>
  findings
    .filter((finding, at) => findings.findIndex((one) => isSame(one, finding)) === at)
    .map((finding) => ({
      ...finding,
      times: sum(
        findings.filter((one) => isSame(one, finding)),
        ({ times }) => times,
      ),
    }))

const sum = <T>(of: readonly T[], count: (one: T) => number) => of.reduce((total, one) => total + count(one), 0)

/** What an operation came to, in a word. */
export const getVerdict = ({ requests, findings }: Summary['byOperation'][number]): 'failed' | 'skipped' | 'passed' =>
  findings > 0 ? 'failed' : requests === 0 ? 'skipped' : 'passed'

export function renderSummary({ byOperation, requests, findings, seconds, mode, seed }: Summary): string {
  const width = Math.max(...byOperation.map(({ operation }) => operation.length))
  const lines = byOperation.map((one) => {
    const reasons = one.skipped.length === 0 ? '' : `  not checked: ${one.skipped.join('; ')}`
    const count = one.findings === 0 ? '' : `  ${one.findings} findings`
    return `${one.operation.padEnd(width)}  ${getVerdict(one).padEnd(7)}  ${String(one.requests).padStart(5)} requests${count}${reasons}`
  })
  return [
    '',
    ...lines,
    '',
    `${findings.length} findings in ${requests} requests, ${seconds} s (${mode}, --seed ${seed})`,
    '',
  ].join('\n')
}

/** JUnit XML: a suite for each check, a test case for each of its operations. */
export function renderJunit({ rows, seconds }: Summary): string {
  const checks = [...new Set(rows.map(({ check }) => check))]
  const failed = rows.filter(({ findings }) => findings.length > 0).length
  const suites = checks.map((check) => {
    const own = rows.filter((row) => row.check === check)
    const failures = own.filter((row) => row.findings.length > 0).length
    const skipped = own.filter((row) => row.requests === 0 && row.skipped.length > 0).length
    const cases = own.map((row) => {
      const failures = row.findings.map(
        (finding) =>
          `      <failure message="${escapeXml(finding.wrong)}">${escapeXml(formatFinding(finding))}</failure>\n`,
      )
      const isSkipped = row.requests === 0 && failures.length === 0 && row.skipped.length > 0
      const reason = isSkipped ? `      <skipped message="${escapeXml(row.skipped.join('; '))}"/>\n` : ''
      return `    <testcase classname="${escapeXml(check)}" name="${escapeXml(row.operation)}">\n${failures.join('')}${reason}    </testcase>\n`
    })
    return `  <testsuite name="${escapeXml(check)}" tests="${own.length}" failures="${failures}" skipped="${skipped}">\n${cases.join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance" tests="${rows.length}" failures="${failed}" time="${seconds}">\n${suites.join('')}</testsuites>\n`
}

/** Also the characters that XML 1.0 cannot write at all. */
const escapeXml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
