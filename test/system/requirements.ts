// Runs before `npm run test:nightly`, which takes hours: names at once what is missing of what single promises need.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import t from 'tap'
import { textsFolder } from '../../scripts/search-quality/labelled.ts'
import { citusUrl } from '../support/citus.ts'

const canRun = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

t.ok(canRun('python3', '--version'), 'vectors, citing, sdks: Python 3')
t.ok(
  canRun(process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer', '--version'),
  'pgbouncer: PgBouncer (PGBOUNCER is its path)',
)
t.ok(canRun(process.env.PROMTOOL ?? 'promtool', '--version'), 'alerts: promtool of Prometheus (PROMTOOL is its path)')
t.ok(citusUrl !== undefined, 'cluster: CITUS_URL, the coordinator of a Citus (scripts/deploy/compose.citus.yaml)')
t.ok(
  process.getuid?.() === 0 || canRun('unshare', '--user', '--map-root-user', '--mount', 'true'),
  'disk-full: root, or user namespaces',
)
for (const [command, argument] of [
  ['go', 'version'],
  ['javac', '-version'],
  ['rustc', '--version'],
  ['g++', '--version'],
] as const)
  t.ok(canRun(command, argument), `citing: ${command}`)
for (const command of ['mvn', 'cargo']) t.ok(canRun(command, '--version'), `sdks: ${command}`)
t.ok(
  existsSync(process.env.SEARCH_TEXTS ?? textsFolder),
  'search: the labelled texts, eighteen of Project Gutenberg (SEARCH_TEXTS is their folder)',
)
