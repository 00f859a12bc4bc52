import Fastify from 'fastify'
import t from 'tap'
import problems from '#plugins/error-handler.ts'
import type { Handlers } from '#plugins/handler.ts'
import metrics from '#plugins/metrics.ts'
import responseCheck from '#plugins/response-check.ts'
import { createArea } from '#src/contract/area.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { createAppMetrics } from '#src/observability/metrics/app.ts'
import { operations as described } from '../support/bundle.ts'
import { operations } from './requests.ts'

const bare = async (handlers: unknown) => {
  const app = Fastify()
  app.decorate('identify', () => async () => {})
  app.decorate('createAdmission', () => (_request, work) => work())
  app.decorate('createFaultInjection', () => (_request, work) => work())
  app.decorate('rateLimit', { listHooks: () => [] } as never)
  app.decorate('resources', {} as never)
  await app.register(problems)
  await app.register(metrics, { metrics: createAppMetrics() })
  await app.register(responseCheck)
  await app.register(createArea('health', handlers as Handlers<'health'>))
  return app
}

const sumValues = (counted: { value: number }[]) => counted.reduce((sum, { value }) => sum + value, 0)

t.test('the contract has the 31 operations of the interface, each with a path of its own', async (t) => {
  t.equal(described.filter(({ raw }) => raw['x-addition'] !== true).length, 31)
  t.equal(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size, described.length)
})

t.test('boot refuses an operation without a handler, by name', async (t) => {
  await t.rejects(bare({}), /checkHealth/)
})

t.test('boot refuses a handler without an operation, by name', async (t) => {
  await t.rejects(bare({ checkHealth: async () => {}, checkWealth: async () => {} }), /checkWealth/)
})

t.test('a response that violates the contract is never sent: it is a 500 without details', async (t) => {
  const broken = {
    'an extra field': { status: 200, body: { status: 'ok', secret: 'words of an artist' } },
    'a missing field': { status: 200, body: {} },
    'another constant': { status: 200, body: { status: 'fine' } },
    'a status that is not declared': { status: 202, body: { status: 'ok' } },
  }
  for (const [name, answer] of Object.entries(broken)) {
    const app = await bare({ checkHealth: async () => answer })
    const response = await app.inject('/api/health')
    t.equal(response.statusCode, 500, name)
    t.same(response.json(), { status: 'error', code: 'internal', error: catalogue.internal.message })
    t.equal(sumValues(await app.metrics.listViolations()), 1, 'and it is counted')
  }
})

t.test('an unknown error is a 500 without details', async (t) => {
  const app = await bare({
    checkHealth: async () => {
      throw new Error('password=hunter2 for artist Mara')
    },
  })
  const response = await app.inject('/api/health')
  t.equal(response.statusCode, 500)
  t.notMatch(response.payload, /hunter2|Mara/)
})
