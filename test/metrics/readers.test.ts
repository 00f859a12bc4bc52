import { Gauge } from 'prom-client'
import t, { type Test } from 'tap'
import { openPool } from '../support/database.ts'
import { deployedSettings } from '../support/settings.ts'
import { dial } from '../support/sockets.ts'
import { createTestContext, openApp } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { scrape } from './scrape.ts'

const token = 'a-token-of-the-watcher'

const service = async (t: Test, env: Record<string, string>) => (await createTestContext(t, env)).app

const deployed = { ...deployedSettings, SERVICE_ENVIRONMENT: 'production' }

t.test('on a developer’s machine the metrics are open', async (t) => {
  const app = await service(t, {})
  const response = await app.inject('/metrics')
  t.equal(response.statusCode, 200)
  t.equal(response.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  t.equal(response.headers['cache-control'], 'no-store')
})

t.test('only the bearer of METRICS_TOKEN reads them, and wrong tokens count as refused credentials', async (t) => {
  const app = await service(t, { ...deployed, METRICS_TOKEN: token, RATE_ANONYMOUS_PER_MINUTE: '3' })
  const read = (authorization: string) => app.inject({ url: '/metrics', headers: { authorization } })
  for (const wrong of ['Bearer', `Bearer ${token}x`, `Basic ${token}`]) {
    const refused = await read(wrong)
    t.equal(refused.statusCode, 401, wrong)
    t.same(refused.json(), { status: 'error', code: 'not_signed_in', error: 'Not signed in' })
  }
  t.match(await read('Bearer wrong'), { statusCode: 429, headers: { 'retry-after': /^\d+$/ } })
  for (let right = 0; right < 5; right += 1) t.equal((await read(`Bearer ${token}`)).statusCode, 200, 'all the same')
})

t.test('warnings of the start are among the metrics', async (t) => {
  const app = await service(t, { ...deployed, METRICS_TOKEN: token, RESEARCH_KEY: 'short' })
  const { series } = await scrape(app, { authorization: `Bearer ${token}` })
  for (const setting of ['CRON_SECRET', 'RESEARCH_KEY'])
    t.equal(series.get(`sittings_start_warnings{setting="${setting}"}`), 1, setting)
  const quiet = { ...deployed, METRICS_TOKEN: token, CRON_SECRET: 'a-scheduler-secret-for-tests' }
  const { text } = await scrape(await service(t, quiet), { authorization: `Bearer ${token}` })
  t.notMatch(text, 'sittings_start_warnings{')
})

t.test('without it the metrics are 404 outside development', async (t) => {
  const app = await service(t, deployed)
  t.equal((await app.inject('/metrics')).statusCode, 404)
})

t.test('readers at the same time share one rendering', async (t) => {
  const app = await service(t, {})
  let renderings = 0
  const collect = () => {
    renderings += 1
  }
  new Gauge({ name: 'sittings_test', help: 'Counts its own renderings.', registers: [app.metrics.registry], collect })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(base)))
  const read = async (count: number) => {
    for (const { socket } of sockets) socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n')
    await pollUntil(() => sockets.every(({ received }) => received().split('HTTP/1.1 200 ').length - 1 === count))
  }
  await read(1)
  // The state of the database is cached from here on: only the rendering takes turns of the event loop.
  const before = renderings
  await read(2)
  t.equal(renderings - before, 1)
  for (const { socket } of sockets) socket.destroy()
})

t.test('an outage of the database is a metric, and no failure of the scrape', async (t) => {
  const { config } = await createTestContext(t)
  const away = openPool(t, 'postgresql://user@127.0.0.1:1/nowhere')
  const app = await openApp(t, config, { db: away.db })
  const { series } = await scrape(app)
  t.equal(series.get('sittings_database_up'), 0)
  t.notOk(
    [...series.keys()].some((name) => name.startsWith('sittings_queue_jobs')),
    'no figure is made up',
  )
  t.ok(series.has('sittings_database_pool_waiting'))
})
