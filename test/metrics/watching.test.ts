import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { Registry } from 'prom-client'
import t from 'tap'
import { parse } from 'yaml'
import { operationContracts } from '#src/contract/document.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { getProcessMetrics } from '#src/observability/metrics/process.ts'
import { jobStatuses } from '#src/observability/metrics/queries.ts'
import { jobKinds } from '#src/queue/kinds.ts'
import { createTestContext } from '../support/test-context.ts'
import { scrape } from './scrape.ts'

type Alert = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { refId: string; expr: string; legendFormat: string }[]
}

const ours = (name: string) => new URL(`../../src/observability/metrics/${name}`, import.meta.url)
const read = (name: string) => readFileSync(ours(name), 'utf8')
const alerts: Alert[] = parse(read('alerts.yaml')).groups.flatMap(({ rules }: { rules: Alert[] }) => rules)
const dashboard = JSON.parse(read('grafana.json'))
const panels: Panel[] = dashboard.panels
const runbook = read('README.md')

const context = await createTestContext(t)
await context.app.inject('/api/health')
const { text } = await scrape(context.app)

/** Every series that a scrape shows, with the labels it may have. `up` is Prometheus' own. */
const series = new Map<string, Set<string>>([['up', new Set(['job', 'instance'])]])
for (const metric of Registry.merge([context.app.metrics.registry, getProcessMetrics()]).getMetricsAsArray()) {
  const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] }
  const isHistogram = text.includes(`# TYPE ${name} histogram`)
  for (const end of isHistogram ? ['_bucket', '_count', '_sum'] : ['']) {
    series.set(`${name}${end}`, new Set([...labelNames, 'job', 'instance', ...(end === '_bucket' ? ['le'] : [])]))
  }
}
const known: Record<string, readonly string[]> = {
  operation_id: [...operationContracts.keys(), 'none'],
  code: Object.keys(catalogue),
  state: [...jobStatuses, 'idle', 'busy'],
  kind: jobKinds,
}

/** Names in a query that the service does not have: series, their labels, and values of labels from a closed list. */
function strangersIn(query: string): string[] {
  const names = query.match(/\b(sittings|process|nodejs)_\w+|\bup\b/g) ?? []
  const unknown = names.filter((name) => !series.has(name) || !(name === 'up' || text.includes(name)))
  const chosen = [...query.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(([, label = '', , values = '']) => [
      ...(series.get(name)?.has(label) ? [] : [`${label} of ${name}`]),
      ...(values.startsWith('$') ? [] : values.split('|').filter((value) => known[label]?.includes(value) === false)),
    ]),
  )
  const grouped = [...query.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
  const stray = grouped.filter((label) => !names.some((name) => series.get(name)?.has(label)))
  return names.length === 0 ? ['no series at all'] : [...unknown, ...chosen, ...stray]
}

t.test('an unknown name in a query is found', async (t) => {
  t.same(strangersIn('sum by (kind) (sittings_queue_jobs{state="failed"}) > up'), [])
  t.same(strangersIn('rate(sittings_queue_job[5m])'), ['sittings_queue_job'])
  t.same(strangersIn('sittings_queue_jobs{outcome="failed"}'), ['outcome of sittings_queue_jobs'])
  t.same(strangersIn('sittings_queue_jobs{state="fialed"}'), ['fialed'])
  t.same(strangersIn('sum by (operation) (sittings_queue_jobs)'), ['operation'])
})

t.test('every query of the alerts and of the dashboard names existing series', async (t) => {
  for (const { alert, expr } of alerts) t.same(strangersIn(expr), [], alert)
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      t.same(strangersIn(expr), [], title)
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      t.ok(
        shown.every((label) => expr.includes(label)),
        `${title}: ${legendFormat}`,
      )
    }
  }
  for (const { query, type } of dashboard.templating.list) if (type === 'query') t.same(strangersIn(query.query), [])
  t.same(strangersIn(dashboard.annotations.list[0].expr), [])
})

t.test('every metric of the service itself is on the dashboard', async (t) => {
  const shown = JSON.stringify(dashboard)
  for (const name of new Set(text.match(/(?<=^# TYPE )sittings_\w+/gm))) t.ok(shown.includes(name), name)
})

t.test('every panel of the dashboard has a place of its own', async (t) => {
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const names = new Set<string>()
  for (const { title, gridPos } of panels) {
    t.ok(gridPos.x >= 0 && gridPos.x + gridPos.w <= 24, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        if (names.has(`${x} ${y}`)) t.fail(`${title} lies on another`)
        names.add(`${x} ${y}`)
      }
    }
  }
  for (const { targets = [], title } of panels) {
    t.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title)
  }
  t.ok(dashboard.schemaVersion >= 39 && dashboard.uid === 'sittings')
})

t.test("a metric is named as Prometheus' linter wants it: by its type, in base units, with a help", async (t) => {
  const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
  t.ok(types.length > 20)
  for (const [, name = '', type] of types) {
    t.equal(name.endsWith('_total'), type === 'counter', name)
    t.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/)
    t.notMatch(name, /_(bucket|count|sum)$/, 'what the parts of a histogram end in')
    t.notMatch(name, /_(counter|gauge|histogram|summary)(_|$)/)
    t.notMatch(
      name,
      /_(nano|micro|milli|kilo|mega|giga|kibi|mebi|gibi)[a-z]+(_|$)|_(minutes|hours|days|bits|percent)(_|$)/,
    )
    t.notMatch(name, /_(ns|us|ms|s|sec|m|h|d|b|kb|mb|gb|tb|pb)(_|$)/)
    t.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
  }
})

t.test('every alert has a section of the runbook, and every section an alert', async (t) => {
  const [, ofAlerts = ''] = runbook.split('\n# Alerts\n')
  const parts = new Map(
    ofAlerts
      .split('\n## ')
      .slice(1)
      .map((part) => [part.split('\n', 1)[0] ?? '', part]),
  )
  t.same(
    [...parts.keys()],
    alerts.map(({ alert }) => alert),
  )
  for (const { alert, labels, annotations } of alerts) {
    t.match(parts.get(alert), /\*\*Means\.\*\*[\s\S]+\*\*Look\.\*\*[\s\S]+\*\*Do\.\*\*/, alert)
    t.match(labels.severity, /^(page|ticket)$/)
    t.equal(annotations.runbook_url, `src/observability/metrics/README.md#${alert.toLowerCase()}`)
    t.ok(annotations.summary.endsWith('.'))
  }
})

t.test('every command that the runbook names exists', async (t) => {
  const commands = await commandLine()
  const named = [...runbook.matchAll(/npm run -s cli -- ([a-z]+(?: [a-z]+)?)/g)].map(([, name = '']) => name)
  t.ok(named.length > 5)
  for (const name of named) t.ok(commands.has(name), name)
})

/** The commands and their subcommands, as `jobs` and `jobs list`. */
async function commandLine(): Promise<Set<string>> {
  const folder = new URL('../../scripts/cli/', import.meta.url)
  const found = new Set<string>()
  // Loading program.ts would carry out what this process was called with.
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.ts') && name !== 'program.ts')) {
    for (const [name, make] of Object.entries(await import(new URL(file, folder).href))) {
      if (!name.endsWith('Command')) continue
      const command = (make as () => Command)()
      found.add(command.name())
      for (const below of command.commands) found.add(`${command.name()} ${below.name()}`)
    }
  }
  return found
}

const promtool = process.env.PROMTOOL ?? 'promtool'
const isThere = spawnSync(promtool, ['--version']).status === 0

t.test(
  'Prometheus accepts the rules, and each alert fires when it should and no sooner',
  { skip: isThere ? false : 'promtool is not installed here; PROMTOOL names it' },
  async (t) => {
    const cases = fileURLToPath(new URL('alerts.test.yaml', import.meta.url))
    for (const args of [
      ['check', 'rules', fileURLToPath(ours('alerts.yaml'))],
      ['test', 'rules', cases],
    ]) {
      const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' })
      t.equal(status, 0, `${stdout}${stderr}`)
    }
    const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' })
    t.equal(status, 0, `${stdout}${stderr}`)
  },
)
