import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import type { FastifyReply } from 'fastify'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { loadConfig } from '#src/config.ts'
import { operationContracts } from '#src/contract/document.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { getProcessMetrics } from '#src/observability/metrics/process.ts'
import { jobStatuses } from '#src/observability/metrics/queries.ts'
import { jobKinds } from '#src/queue/kinds.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext, openApp } from '../support/test-context.ts'
import { scrape } from './scrape.ts'

type Alert = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
type Panel = {
  type: string
  title: string
  targets?: { expr: string; legendFormat: string }[]
}

const readOurs = (name: string) =>
  readFileSync(new URL(`../../src/observability/metrics/${name}`, import.meta.url), 'utf8')
const alerts: Alert[] = parse(readOurs('alerts.yaml')).groups.flatMap(({ rules }: { rules: Alert[] }) => rules)
const dashboard = JSON.parse(readOurs('grafana.json'))
const panels: Panel[] = dashboard.panels

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

/** What a query names and the service lacks: syntax, series, their labels, and values of labels from a closed list. */
function listUnknown(query: string): string[] {
  // Grafana's own words: an interval of its choice, and the values of a label.
  const expression = query
    .replaceAll(/\$__\w+/g, '5m')
    .replace(/^label_values\((.*), (\w+)\)$/, (_, selected, label) => `sum by (${label}) (${selected})`)
  const names = new Set<string>()
  const unknown: string[] = []
  const read = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  const check = (isKnown: boolean, word: string) => void (isKnown || unknown.push(word))
  // Series first, for a grouping stands before the series whose labels it names.
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) unknown.push(`syntax at ${node.from}`)
      if (node.name === 'Identifier') names.add(read(node))
    },
  })
  for (const name of names) check(series.has(name) && (name === 'up' || text.includes(name)), name)
  let selected = ''
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.name === 'Identifier') selected = read(node)
      if (node.name === 'UnquotedLabelMatcher') {
        const [, label = '', values = ''] = /^(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"$/.exec(read(node)) ?? []
        check(series.get(selected)?.has(label) ?? false, `${label} of ${selected}`)
        if (values.startsWith('$')) return
        for (const value of values.split('|')) check(known[label]?.includes(value) !== false, value)
      }
      if (node.name === 'LabelName' && node.node.parent?.name === 'GroupingLabels')
        check(
          [...names].some((name) => series.get(name)?.has(read(node))),
          read(node),
        )
    },
  })
  return names.size === 0 ? ['no series at all'] : unknown
}

t.test('every query of the alerts and of the dashboard names existing series', async (t) => {
  for (const { alert, expr } of alerts) t.same(listUnknown(expr), [], alert)
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      t.same(listUnknown(expr), [], title)
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      t.ok(
        shown.every((label) => expr.includes(label)),
        `${title}: ${legendFormat}`,
      )
    }
  }
  for (const { query, type } of dashboard.templating.list) if (type === 'query') t.same(listUnknown(query.query), [])
  t.same(listUnknown(dashboard.annotations.list[0].expr), [])
})

t.test('every metric of the service itself is on the dashboard', async (t) => {
  const shown = JSON.stringify(dashboard)
  for (const name of new Set(text.match(/(?<=^# TYPE )sittings_\w+/gm))) t.ok(shown.includes(name), name)
})

t.test('each bound of a duration is at most three times the one before', async (t) => {
  const found = text.matchAll(/request_duration_seconds_bucket\{le="([\d.]+)",operation_id="checkHealth"/g)
  const bounds = [...found].map(([, bound]) => Number(bound))
  t.equal(bounds.at(-1), 60)
  t.ok(bounds.slice(1).every((bound, at) => bound > Number(bounds[at]) && bound <= 3 * Number(bounds[at])))
})

/** A service with a hook that responds in place of handlers, so no validation of handlers runs. */
async function broken(t: Test, answer: (reply: FastifyReply) => unknown) {
  const { db } = await freshDatabase(t)
  const env = { DATA_FOLDER: t.testdir(), LOG_LEVEL: 'silent', EVENT_LOOP_DELAY_MS_MAX: '60000' }
  const app = await openApp(t, loadConfig(env), { db })
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.operation !== undefined) await answer(reply)
  })
  return app
}

const violationsIn = (series: Map<string, number>) =>
  [...series].filter(([name, value]) => name.startsWith('sittings_contract_violations_total') && value > 0)

const failures: [string, (reply: FastifyReply) => unknown, number][] = [
  [
    'a refusal that the operation does not list',
    (reply) => reply.code(409).type('application/json').send({ status: 'error', code: 'state_changed', error: 'No' }),
    409,
  ],
  [
    'a failure with another body',
    (reply) => reply.code(503).type('application/json').send({ statusCode: 503, message: 'FST_UNDER_PRESSURE' }),
    503,
  ],
]

for (const [name, answer, status] of failures) {
  t.test(`${name} is sent and counted`, async (t) => {
    const app = await broken(t, answer)
    t.equal((await app.inject('/api/health')).statusCode, status)
    t.same(violationsIn((await scrape(app)).series), [
      [`sittings_contract_violations_total{operation_id="checkHealth",status="${status}"}`, 1],
    ])
  })
}

t.test('a private response without its Cache-Control is counted', async (t) => {
  const app = await broken(t, (reply) => void reply.removeHeader('cache-control'))
  const response = await app.inject('/api/research/advance')
  t.equal(response.statusCode, 500, 'a success without it is not sent')
  t.same(violationsIn((await scrape(app)).series), [
    ['sittings_contract_violations_total{operation_id="runResearchScheduler",status="200"}', 1],
  ])
})
