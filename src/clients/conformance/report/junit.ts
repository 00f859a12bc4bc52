import { formatFinding } from '../recorder.ts'
import type { Summary } from './summary.ts'

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
