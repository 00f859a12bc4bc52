import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { createExporter } from '#src/observability/tracing/exporter.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { ensureBuild } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { addArtist, addUser } from '../support/test-context.ts'

type Attribute = { key: string; value: Record<string, unknown> }

type Wire = { attributes?: Attribute[] }

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number; message?: string }
  attributes: Record<string, unknown>
  events: Record<string, unknown>[]
}

/** Receives spans as a collector does (OTLP over HTTP, as JSON), and stores everything it was sent. */
async function startCollector(t: Pick<Test, 'teardown'>) {
  const raw: string[] = []
  const spans: Span[] = []
  const resources: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans?: ResourceSpans[] }
    raw.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
      resources.push(flat(resource))
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const events = (span.events ?? []).map((event) => ({ ...event, attributes: flat(event) }))
        spans.push({ ...span, attributes: flat(span), events })
      }
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { spans, resources, everything: () => raw.join('\n'), url: `http://127.0.0.1:${port}` }
}

type WireSpan = Omit<Span, 'attributes' | 'events'> & Wire & { events?: (Wire & { name: string })[] }

type ResourceSpans = { resource: Wire; scopeSpans: { spans: WireSpan[] }[] }

const flat = ({ attributes = [] }: Wire) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const canary = 'words-of-a-canary'
const build = await ensureBuild()
const start = join(build, 'tracing.js')
const startTraced = (env: Record<string, string>) => startService(env, join(build, 'server.js'))

/** A stand-in for an installation without the packages of tracing; prom-client depends on the API. */
const withoutPackages = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const away = (name) => Object.assign(new Error("Cannot find package '" + name + "'"), { code: 'ERR_MODULE_NOT_FOUND' })
  registerHooks({ resolve(name, context, next) {
    if (/^@opentelemetry[/](sdk|instr)/.test(name)) throw away(name)
    return next(name, context)
  } })`)}`

const { url, database } = await freshDatabase(t)
const { db } = database
const env = {
  DATABASE_URL: url,
  DATA_FOLDER: t.testdir(),
  EVENT_LOOP_DELAY_MS_MAX: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '200',
}

t.test('requests, their statements and slices are traced by the contract’s names, without any content', async (t) => {
  const collector = await startCollector(t)
  const service = await startTraced({
    ...env,
    NODE_OPTIONS: `--import=${start}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    OTEL_RESOURCE_ATTRIBUTES: 'team=archive',
  })
  t.teardown(() => service.end('SIGKILL'))
  const artistId = await addArtist(db, canary)
  await addUser(db, canary, { claims: artistId })
  const token = await signLocalToken(loadConfig(env), { subject: canary, ttlSeconds: 600, environment: 'development' })
  const interview = `/api/artist/${artistId}/interview`
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

  async function call(method: string, path: string, body?: unknown): Promise<number> {
    const response = await fetch(`${service.base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': canary,
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
        tracestate: `vendor=${canary}`,
        baggage: `name=${canary}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.text()
    return response.status
  }

  t.equal(await call('POST', `${interview}/session`, { requestId: uuidv7() }), 200)
  t.equal(await call('GET', `/api/artist/${artistId}/knowledge/search?query=${canary}`), 200)
  t.equal(await call('GET', `/${canary}?${canary}=${canary}`), 404)
  t.equal(await call('GET', '/api/health'), 200)
  await enqueueJob(db, { artistId, id: uuidv7(), kind: 'latest_refresh' }).execute()
  t.equal(await call('POST', '/api/research/advance', {}), 200)
  const other = await addArtist(db, canary)
  await setClaim(db, { artistId: other, subject: canary, state: 'approved' })
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('artists').select('id').where('id', '=', other).forUpdate().execute()
    t.equal(await call('POST', `/api/artist/${other}/interview/session`, { requestId: uuidv7() }), 503)
  })

  t.equal(collector.spans.length, 0)
  t.equal(await service.end('SIGTERM'), 0)
  const { spans } = collector
  const named = (name: string) => spans.filter((span) => span.name === name)
  const served = named('POST /api/artist/{id}/interview/session')
  t.match(served, [
    {
      kind: 2,
      traceId,
      parentSpanId: '00f067aa0ba902b7',
      attributes: {
        'http.route': '/api/artist/{id}/interview/session',
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'sittings.operation_id': 'startInterviewSitting',
      },
    },
    { attributes: { 'http.response.status_code': 503 }, status: { code: 2 } },
  ])
  t.equal(served.length, 2)
  t.match(named('GET /api/artist/{id}/knowledge/search'), [
    { attributes: { 'sittings.operation_id': 'searchArtistEvidence' } },
  ])
  t.match(named('GET'), [{ attributes: { 'http.response.status_code': 404 } }], 'an unknown path has no name')
  t.equal(spans.filter(({ kind }) => kind === 2).length, 5, 'who asks for health every second is not traced')

  const [first] = served as [Span]
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === first.spanId)
  const texts = statements.map(({ attributes }) => String(attributes['db.query.text']))
  t.ok(
    texts.some((text) => /insert into "?interview_sessions/.test(text)),
    texts.join('\n'),
  )

  t.ok(
    statements.some(({ name }) => name === 'pg.query begin'),
    'named by what it does',
  )

  const [slice] = named('slice') as [Span]
  t.match(slice.attributes, { 'sittings.job.kind': 'latest_refresh', 'sittings.job.ending': String })
  t.ok(
    spans.some(({ parentSpanId }) => parentSpanId === slice.spanId),
    'its statements are within it',
  )

  const failed = spans.filter(({ name, status }) => name.startsWith('pg') && status.code === 2)
  t.ok(failed.length > 0)
  t.ok(spans.every(({ status }) => status.message === undefined))

  t.match(collector.resources[0], { 'service.name': 'sittings', 'service.version': /^\d/, team: 'archive' })
  t.notOk(Object.keys(collector.resources[0] ?? {}).some((name) => /^(process|host)\./.test(name)))
  for (const secret of [canary, artistId, token, token.split('.')[2] ?? token, 'canceling statement']) {
    t.notOk(collector.everything().includes(secret), `no ${secret.slice(0, 20)}`)
  }

  const answered = service
    .output()
    .split('\n')
    .filter((line) => line.includes('"message":"request completed"') && line.includes('startInterviewSitting'))
    .map((line) => JSON.parse(line))
  t.match(answered[0], { trace_id: traceId, span_id: first.spanId }, 'and the log leads to it')
})

t.test('without the import no package of it is loaded, and with it their absence is reported', async (t) => {
  const service = await startTraced({ ...env, NODE_OPTIONS: `--import=${withoutPackages}` })
  t.teardown(() => service.end('SIGKILL'))
  t.equal((await fetch(`${service.base}/ready`)).status, 200)
  t.notMatch(service.output(), /trace_id/)
  t.equal(await service.end('SIGTERM'), 0)

  const refused = startTraced({ ...env, NODE_OPTIONS: `--import=${withoutPackages} --import=${start}` })
  await t.rejects(
    refused,
    /ended with 1: The service did not start: tracing needs packages.*\n.*\n +npm install --no-save --save-prod --omit=dev --omit=optional --ignore-scripts @opentelemetry/,
  )
})

t.test('a variable that the exporter cannot honour ends the start, and `none` turns it off', async (t) => {
  const collector = await startCollector(t)
  const traced = {
    ...env,
    NODE_OPTIONS: `--import=${start}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  }
  await t.rejects(startTraced({ ...traced, OTEL_TRACES_EXPORTER: 'zipkin' }), /OTEL_TRACES_EXPORTER must be/)
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])
    t.throws(() => createExporter({ [name]: 'grpc' }), { message: `${name} must be http/protobuf or http/json` })
  const service = await startTraced({ ...traced, OTEL_TRACES_EXPORTER: 'none' })
  t.teardown(() => service.end('SIGKILL'))
  t.equal((await fetch(`${service.base}/${canary}`)).status, 404)
  t.equal(await service.end('SIGTERM'), 0)
  t.equal(collector.everything(), '')
})
