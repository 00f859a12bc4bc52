/**
 * `npm run test:system -- [NAME …] [--short]`: shows that the service keeps its promises, each system test on a
 * database of its own and with processes of its own. Prints what each did, and all results last; exits with 1 when one
 * fails, with 2 when a name is unknown.
 */
import { parseArgs } from 'node:util'
import { withTestEnvironment } from './environment.ts'
import { loadSystemTest, shortTestNames, systemTestNames } from './registry.ts'
import type { SystemTestResult } from './result.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !systemTestNames.includes(name))
if (unknown.length > 0) {
  console.error(`There is no system test ${unknown.join(', ')}; there are ${systemTestNames.join(', ')}`)
  process.exit(2)
}
const chosen = positionals.length > 0 ? positionals : values.short ? shortTestNames : systemTestNames
const whole = values.short ? chosen.filter((name) => !shortTestNames.includes(name)) : []
if (whole.length > 0) {
  console.error(`${whole.join(', ')} runs whole or not at all: leave out --short`)
  process.exit(2)
}

const resultLines: string[] = []
for (const name of chosen) resultLines.push(await runAndReport(name))
console.log(resultLines.join('\n'))

/** A system test that cannot run has not shown anything, and the others are still worth knowing. */
async function runAndReport(name: string): Promise<string> {
  const startedMs = performance.now()
  console.log(`${name}:`)
  const { passed, summary } = await runInEnvironment(name).catch((error: unknown) => {
    console.error(error)
    return { passed: false, summary: `could not run: ${String(error).split('\n', 1)}` }
  })
  if (!passed) process.exitCode = 1
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  return `${passed ? 'passed' : 'FAILED'}: ${name}: ${summary} (${seconds} s)`
}

async function runInEnvironment(name: string): Promise<SystemTestResult> {
  const runSystemTest = await loadSystemTest(name)
  return await withTestEnvironment((environment) => runSystemTest(environment, values))
}
