import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SystemTestResult } from '../result.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Folders of test/ whose tests are of an area of the service. */
const areas = [
  ...['sessions', 'responses', 'questions', 'discoveries', 'knowledge', 'evidence', 'lore', 'memory'],
  ...['onboarding', 'records', 'pagination', 'research', 'search', 'queue', 'admin', 'auth', 'rate-limit'],
  ...['log', 'metrics'],
]

/** Ends a file that hangs, however slow a machine is on which all nodes share two cores with other work. */
const fileSecondsMax = 1_800

/** Files whose tests look into a server that a cluster has several of: plans, waits for locks, constraints. */
const ofOneServer = [
  ...['admin/erase-together', 'admin/erase', 'admin/restore', 'admin/round-trip', 'admin/verify'],
  ...['evidence/window-cost', 'memory/cost', 'memory/history-mark'],
  ...['queue/claims-together', 'queue/claims', 'queue/columns', 'queue/outage', 'responses/shared-reading'],
  'sessions/races',
]

/** Files whose tests prepare or look at rows by statements of their own that Citus refuses. */
const byRefusedStatements = [
  ...['admin/jobs', 'onboarding/publish', 'onboarding/races', 'queue/prune', 'questions/quotas', 'questions/sharing'],
  ...['questions/stored', 'rate-limit/admission', 'research/advance', 'research/caption-extract', 'research/waits'],
  'metrics/queue',
]

/** Files whose tests start a service of their own without `DATABASE_SHARDED`. */
const ofOwnService = ['log/lines', 'metrics/violations', 'search/meaning-key']

/** The tests of all areas, each file on a distributed database of its own. */
export async function runAreaTests(): Promise<SystemTestResult> {
  const files = areas.flatMap((area) =>
    readdirSync(`${root}test/${area}`).flatMap((name) => (name.endsWith('.test.ts') ? [`test/${area}/${name}`] : [])),
  )
  const left = new Set([...ofOneServer, ...byRefusedStatements, ...ofOwnService].map((name) => `test/${name}.test.ts`))
  const tried = files.filter((file) => !left.has(file))
  const options = ['--reporter=tap', '--jobs=2', '--disable-coverage', `--timeout=${fileSecondsMax}`]
  const child = spawn('node_modules/.bin/tap', [...options, ...tried], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcomes: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    if (/^(not )?ok \d/.test(line)) outcomes.push(line)
    if (/^\s+not ok/.test(line)) console.error(line)
  })
  const [code] = await once(child, 'close')
  const red = outcomes.filter((line) => line.startsWith('not ok'))
  return {
    passed: code === 0 && outcomes.length === tried.length,
    summary: `${outcomes.length - red.length} of ${tried.length} test files of ${areas.length} areas pass, ${files.length - tried.length} are of a single server${red.map((line) => `, ${line}`).join('')}`,
  }
}
