import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CheckResult } from '../result.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Folders of test/ whose tests are of an area of the service. */
const areas = [
  ...['sessions', 'responses', 'questions', 'discoveries', 'knowledge', 'evidence', 'lore', 'memory'],
  ...['onboarding', 'records', 'pagination', 'research', 'search', 'queue', 'admin', 'auth', 'rate-limit'],
]

/**
 * Tests that look into what only a single server has: its plans and their cost, tables locked or altered in the test,
 * clocks inside statements of the test itself. Their services are tried by the others.
 */
export const singleServerOnly: readonly string[] = []

/** The tests of all areas, each file on a distributed database of its own. */
export async function runAreaTests(): Promise<CheckResult> {
  const files = areas.flatMap((area) =>
    readdirSync(`${root}test/${area}`).flatMap((name) => (name.endsWith('.test.ts') ? [`test/${area}/${name}`] : [])),
  )
  const tried = files.filter((file) => !singleServerOnly.includes(file))
  const child = spawn('node_modules/.bin/tap', ['--reporter=tap', '--jobs=2', '--disable-coverage', ...tried], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcomes: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    if (/^(not )?ok \d/.test(line)) outcomes.push(line)
  })
  const [code] = await once(child, 'close')
  const red = outcomes.filter((line) => line.startsWith('not ok'))
  return {
    holds: code === 0 && outcomes.length === tried.length,
    figure: `${outcomes.length - red.length} of ${tried.length} test files of ${areas.length} areas pass${red.map((line) => `, ${line}`).join('')}`,
  }
}
