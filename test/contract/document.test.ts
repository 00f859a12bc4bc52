import t from 'tap'
import { toStrictSchema } from '#src/contract/strict-schema.ts'
import {
  contract,
  followReference,
  isJsonObject,
  isSuccess,
  listItems,
  listMembers,
  operations,
} from '../support/bundle.ts'

const requires = (operation: { raw: { security?: unknown } }, scheme: string) =>
  listItems(operation.raw.security).some((requirement) => listMembers(requirement).some(([name]) => name === scheme))
const headerNames = (response: { headers?: unknown }) => listMembers(response.headers).map(([name]) => name)
const declaredTags = listItems(contract.tags).map(followReference)

t.test('the contract describes 31 operations and its additions, each named by a verb and its object', async (t) => {
  const ids = operations.map(({ id }) => id)
  const additions = operations.filter(({ raw }) => raw['x-addition'] === true)
  t.equal(ids.length - additions.length, 31)
  t.equal(new Set(ids).size, ids.length)
  for (const { id, raw } of additions) t.equal(raw['x-origin'], 'decision', id)
  for (const id of ids) t.match(id, /^[a-z]+([A-Z][a-z]+)+$/)
})

t.test('every tag is an area with a description and operations, and every operation has exactly one', async (t) => {
  for (const { id, raw } of operations) t.equal(listItems(raw.tags).length, 1, id)
  const used = new Set(operations.map(({ raw }) => listItems(raw.tags)[0]))
  t.strictSame(new Set(declaredTags.map(({ name }) => name)), used)
  for (const tag of declaredTags) t.ok(tag.description, String(tag.name))
})

t.test('every operation documents what it does, who may call it and where its shape comes from', async (t) => {
  for (const { id, raw } of operations) {
    t.ok(raw.summary, `${id} has a summary`)
    t.ok(raw.description, `${id} has a description`)
    t.ok(Array.isArray(raw.security), `${id} states its security`)
    t.ok(['interface', 'decision'].includes(String(raw['x-origin'])), `${id} has an origin`)
  }
  const shown = operations.filter(({ raw }) => raw['x-origin'] === 'interface')
  t.equal(shown.length, 6, 'the interface shows five operations in full, and the entry of the scheduler')
})

t.test('every operation with a body says whether it is required and how many bytes it may have', async (t) => {
  for (const { id, raw } of operations) {
    if (raw.requestBody === undefined) t.notOk('x-body-bytes-max' in raw, `${id} has no body to limit`)
    else {
      t.type(followReference(raw.requestBody).required, 'boolean', id)
      t.ok(Number(raw['x-body-bytes-max']) > 0, id)
    }
  }
})

t.test('the path parameters of an operation are those in its path', async (t) => {
  for (const { id, path, parameters } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const listed = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    t.strictSame(listed.toSorted(), inPath.toSorted(), id)
  }
})

t.test('an operation lists every status that is possible for it', async (t) => {
  for (const operation of operations) {
    const { id, raw, path, parameters, responses } = operation
    const lists = (status: string) => t.ok(responses.has(status), `${id} lists ${status}`)
    lists('default')
    t.ok([...responses.keys()].some(isSuccess), `${id} lists a success`)
    if (parameters.length > 0 || raw.requestBody !== undefined) lists('400')
    if (raw.requestBody !== undefined) lists('413')
    if (requires(operation, 'accessToken')) lists('401')
    if (requires(operation, 'accessToken') && path.includes('{')) for (const status of ['403', '404']) lists(status)
    if (parameters.some(({ name }) => name === 'cursor')) lists('409')
    if (path !== '/api/health') lists('503')
  }
})

t.test('every failure has the one error body, and only those that may be retried carry Retry-After', async (t) => {
  for (const { id, responses } of operations) {
    for (const [status, response] of responses) {
      if (isSuccess(status)) continue
      const name = `${id} ${status}`
      t.strictSame(
        listMembers(response.content).map(([type, media]) => [type, isJsonObject(media) && media.schema]),
        [['application/json', { $ref: '#/components/schemas/Failure' }]],
        name,
      )
      t.equal(headerNames(response).includes('Retry-After'), ['429', '503', 'default'].includes(status), name)
    }
  }
})

t.test('a private operation documents so on every response, failures included', async (t) => {
  const isPrivate = (response: { headers?: unknown } | undefined) =>
    listMembers(response?.headers).some(([name, header]) => {
      if (name !== 'Cache-Control') return false
      return toStrictSchema(followReference(followReference(header).schema)).const === 'private, no-store'
    })
  const privateOperations = operations.filter((operation) => requires(operation, 'accessToken'))
  for (const { id, responses } of privateOperations) {
    for (const [status, response] of responses) {
      const mayBeKept = isSuccess(status) && id === 'readResearchEvidence'
      if (status !== 'default' && !mayBeKept) t.ok(isPrivate(response), `${id} ${status}`)
    }
  }
})

t.test('bodies are JSON; one operation responds with a stream of events', async (t) => {
  const types = (holder: { content?: unknown }) => listMembers(holder.content).map(([type]) => type)
  const streaming = operations.filter(({ raw, responses }) => {
    if (raw.requestBody !== undefined) t.strictSame(types(followReference(raw.requestBody)), ['application/json'])
    const successes = [...responses].filter(([status]) => isSuccess(status)).flatMap(([, response]) => types(response))
    return successes.some((type) => type !== 'application/json')
  })
  t.equal(streaming.length, 1)
})

t.test(
  'every response that names one saved revision carries it as ETag, and a PATCH takes it as If-Match',
  async (t) => {
    for (const { id, method, parameters, responses } of operations) {
      const tagged = headerNames(responses.get('200') ?? {}).includes('ETag')
      const conditional = parameters.some(({ name }) => name === 'If-Match')
      t.equal(conditional, method === 'patch', id)
      if (conditional) t.ok(tagged, id)
    }
  },
)
