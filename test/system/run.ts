/**
 * `npm run test:system -- [NAME …] [--short]`: shows that the service keeps its promises, each check on a database of
 * its own and with processes of its own. Prints what each did and its figure last; exits with 1 when one falls short,
 * with 2 when there is none of that name.
 */
import { parseArgs } from 'node:util'
import { withTestEnvironment } from './environment.ts'
import { checkNames, loadCheck } from './registry.ts'
import type { CheckResult } from './result.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !checkNames.includes(name))
if (unknown.length > 0) {
  console.error(`There is no system test ${unknown.join(', ')}; there are ${checkNames.join(', ')}`)
  process.exit(2)
}

const figures: string[] = []
for (const name of positionals.length > 0 ? positionals : checkNames) figures.push(await runCheck(name))
console.log(figures.join('\n'))

/** A check that cannot be carried out has not shown anything, and the others are still worth knowing. */
async function runCheck(name: string): Promise<string> {
  const startedMs = performance.now()
  console.log(`${name}:`)
  const { passed, summary } = await carryOut(name).catch((error: unknown) => {
    console.error(error)
    return { passed: false, summary: `could not be carried out: ${String(error).split('\n', 1)}` }
  })
  if (!passed) process.exitCode = 1
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  return `${passed ? 'holds' : 'FALLS SHORT'}: ${name}: ${summary} (${seconds} s)`
}

async function carryOut(name: string): Promise<CheckResult> {
  const runCheck = await loadCheck(name)
  return await withTestEnvironment((environment) => runCheck(environment, values))
}
