import type { FastifyReply } from 'fastify'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { loadConfig } from '#src/config.ts'
import { freshDatabase } from '../support/database.ts'
import { scrape } from './scrape.ts'

/** A service with a hook that responds in place of handlers, so no validation of handlers runs. */
async function broken(t: Test, answer: (reply: FastifyReply) => unknown) {
  const { database } = await freshDatabase(t)
  const env = { DATA_FOLDER: t.testdir(), LOG_LEVEL: 'silent', EVENT_LOOP_DELAY_MS_MAX: '60000' }
  const app = await buildApp(
    loadConfig(env),
    { db: database.db, newId: () => uuidv7(), providers: {} },
    async () => undefined,
  )
  t.teardown(() => app.close())
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.operationId !== undefined) await answer(reply)
  })
  return app
}

const violationsIn = (series: Map<string, number>) =>
  [...series].filter(([name, value]) => name.startsWith('sittings_contract_violations_total') && value > 0)

t.test('a success that the contract does not describe is never sent, whatever made it', async (t) => {
  const app = await broken(t, (reply) => reply.code(202).type('application/json').send({ status: 'ok' }))
  const response = await app.inject('/api/health')
  t.equal(response.statusCode, 500)
  t.match(response.json(), { status: 'error', code: 'internal' })
  t.same(violationsIn((await scrape(app)).series), [
    ['sittings_contract_violations_total{operation_id="checkHealth",status="202"}', 1],
  ])
})

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

t.test('responses of the service itself, outside every handler, are described', async (t) => {
  const app = await broken(t, () => {})
  const requests = [
    ['GET', '/nowhere', 404],
    ['DELETE', '/api/health', 405],
    ['GET', '/api/health?surprise=1', 400],
    ['GET', '/%zz', 400],
    ['GET', '/api/artist/0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11/knowledge/brief', 401],
    ['POST', '/api/research/advance', 413],
    ['OPTIONS', '/api/research/advance', 204],
  ] as const
  for (const [method, url, status] of requests) {
    const payload =
      status === 413 ? { payload: 'x'.repeat(5_000), headers: { 'content-type': 'application/json' } } : {}
    t.equal((await app.inject({ method, url, ...payload })).statusCode, status, `${method} ${url}`)
  }
  t.same(violationsIn((await scrape(app)).series), [])
})
