// Runs before `npm run test:nightly`, which takes hours: names at once what is missing here of what single promises
// need. Each of them fails by itself.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import t from 'tap'
import { textsFolder } from '../../scripts/search-quality/labelled.ts'
import { citusUrl } from '../support/citus.ts'

const canRun = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

const requirements: Record<string, boolean> = {
  'languages, conformance, sdks: Python 3': canRun('python3', '--version'),
  'pgbouncer: PgBouncer (PGBOUNCER is its path)': canRun(process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer', '--version'),
  'alerts: promtool of Prometheus (PROMTOOL is its path)': canRun(process.env.PROMTOOL ?? 'promtool', '--version'),
  'cluster: CITUS_URL, the coordinator of a Citus (scripts/deploy/compose.citus.yaml)': citusUrl !== undefined,
  'disk-full: root, or user namespaces':
    process.getuid?.() === 0 || canRun('unshare', '--user', '--map-root-user', '--mount', 'true'),
  'languages: go': canRun('go', 'version'),
  'languages: rustc': canRun('rustc', '--version'),
  'sdks: mvn': canRun('mvn', '--version'),
  'sdks: cargo': canRun('cargo', '--version'),
  'search: the labelled texts, eighteen of Project Gutenberg (SEARCH_TEXTS is their folder)': existsSync(
    process.env.SEARCH_TEXTS ?? textsFolder,
  ),
}
// A failure here would end the whole run.
for (const [requirement, isMet] of Object.entries(requirements)) {
  if (isMet) t.pass(requirement)
  else t.comment(`missing here: ${requirement}`)
}
t.end()
