import Fastify from 'fastify'
import t from 'tap'
import problems from '#plugins/error-handler.ts'
import type { Handlers } from '#plugins/handler.ts'
import metrics from '#plugins/metrics.ts'
import responseCheck from '#plugins/response-check.ts'
import { createArea } from '#src/contract/area.ts'
import { document, type Operation, operationContracts, resolve, type Schema } from '#src/contract/document.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { createResponseCheck } from '#src/contract/response-check.ts'
import { getValidator } from '#src/contract/validators.ts'
import { createAppMetrics } from '#src/observability/metrics/app.ts'
import { operations as described } from '../support/bundle.ts'
import { operations } from './requests.ts'

type Response = { content?: Record<string, { examples?: Record<string, Schema> }> }

/** A copy of each example of a JSON success that the contract gives for an operation. */
function listExampleAnswers({ path, method }: Operation): { status: number; body: unknown }[] {
  const { responses } = (document.paths[path] as Record<string, { responses: Record<string, Schema> }>)[
    method.toLowerCase()
  ] ?? { responses: {} }
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) => {
      const examples = resolve<Response>(response).content?.['application/json']?.examples ?? {}
      return Object.values(examples).map((example) => ({
        status: Number(status),
        body: structuredClone(resolve<{ value: unknown }>(example).value),
      }))
    })
}

const bare = async (handlers: unknown) => {
  const app = Fastify()
  app.decorate('identify', () => async () => {})
  app.decorate('createAdmission', () => ({ onRequest: [], admit: (_request, work) => work() }))
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
  t.equal(sumValues(await app.metrics.listViolations()), 0, 'which every operation may respond')
})

t.test('an unknown keyword is refused by every validator', async (t) => {
  const validate = getValidator({ type: 'string', minimumLength: 5 })
  t.throws(() => validate('words'), /unknown keyword: "minimumLength"/)
})

const violationIn = (name: string, value: unknown) => getValidator({ $ref: `#/components/schemas/${name}` })(value)

t.test('a response with a property that the contract does not describe is never sent, however deep', async (t) => {
  let validated = 0
  for (const operation of operationContracts.values()) {
    const check = createResponseCheck(operation)
    const validate = (response: { status: number; body: unknown }) => check({ ...response, header: () => '' })
    for (const { status, body } of listExampleAnswers(operation)) {
      t.equal(validate({ status, body }), undefined, operation.id)
      for (const { path, holder } of objectsIn(body)) {
        holder.undescribed = true
        t.match(validate({ status, body }), { name: 'ContractViolationError' }, `${operation.id} ${path}`)
        delete holder.undescribed
        validated += 1
      }
    }
  }
  t.ok(validated > operationContracts.size)
})

t.test('a schema that is published wider than it is sent is validated by what is sent', async (t) => {
  const failure = { status: 'error', code: 'internal', error: 'Something went wrong' }
  t.equal(violationIn('Failure', failure), undefined)
  t.match(violationIn('Failure', { ...failure, code: 'of_a_later_version' }), { field: 'code' })
  const provenance = {
    origin: 'vault_link',
    provider: null,
    method: null,
    speaker: 'unverified',
    publisher: null,
    speakerName: null,
    relationship: 'unknown',
  }
  t.equal(violationIn('Provenance', provenance), undefined)
  t.match(violationIn('Provenance', { ...provenance, speakerName: 'Mara Quill' }), { field: 'speakerName' })
  const slice = { status: 'error', error: 'advance failed', ran: false }
  t.equal(violationIn('AdvanceFailure', slice), undefined)
  t.match(violationIn('AdvanceFailure', { ...slice, ran: true }), { field: 'ran' })
})

type Holder = Record<string, unknown>

function* objectsIn(value: unknown, path = ''): Generator<{ path: string; holder: Holder }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { path, holder: value as Holder }
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${name}`)
}
