import t from 'tap'
import { document } from '#src/contract/document.ts'
import { getValidator } from '#src/contract/validators.ts'
import {
  followReference,
  isJsonObject,
  type JsonObject,
  listItems,
  listMembers,
  type Operation,
  operations,
  walk,
} from '../support/bundle.ts'

// Every other example is validated by the rules of `npm run lint:contract`.
t.test('the examples of a stream are each one event, in its `data:` line', async (t) => {
  let events = 0
  for (const { node } of walk(document)) {
    const event = isJsonObject(node.schema) ? node.schema['x-event-schema'] : undefined
    if (event === undefined) continue
    for (const [name, example] of listMembers(node.examples)) {
      const [, json = ''] = /^data: (.*)\n\n$/.exec(String(followReference(example).value)) ?? []
      t.equal(getValidator({ $ref: String(event) })(JSON.parse(json)), undefined, name)
      events += 1
    }
  }
  t.ok(events > 0)
})

t.test('the window of every quoted example is as long as its quote, in UTF-16 code units', async (t) => {
  let windows = 0
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (isJsonObject(value) && typeof value.start === 'number' && typeof value.end === 'number') {
      const text = value.quote ?? value.text
      if (typeof text === 'string') t.equal(value.end - value.start, text.length, text)
      windows++
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(document)
  t.ok(windows > 0)
})

const byId = new Map(operations.map((operation) => [operation.id, operation]))
const links = operations.flatMap((from) =>
  [...from.responses].flatMap(([status, response]) =>
    listMembers(response.links).map(([name, link]) => ({
      from,
      response,
      link: followReference(link),
      title: `${from.id} ${status} ${name}`,
    })),
  ),
)

t.test('no link has a body, which OpenAPI Generator refuses; an extension has its content', async (t) => {
  t.ok(links.some(({ link }) => 'x-request-body' in link))
  for (const { link, title } of links) t.notOk('requestBody' in link, title)
})

t.test('every link targets an operation and fills only its parameters and fields', async (t) => {
  t.ok(links.length > 0)
  for (const { link, title } of links) {
    const target = byId.get(String(link.operationId))
    t.ok(target, `${title} leads to ${link.operationId}`)
    const known = target?.parameters.map(({ name }) => name) ?? []
    for (const [name] of listMembers(link.parameters)) t.ok(known.includes(name), `${title} fills ${name}`)
    const fields = listMembers(bodySchema(target)?.properties).map(([name]) => name)
    for (const [name] of listMembers(link['x-request-body'])) t.ok(fields.includes(name), `${title} fills ${name}`)
  }
})

t.test('every expression of a link reads something that the request or the response has', async (t) => {
  for (const { from, response, link, title } of links) {
    const values = [...listMembers(link.parameters), ...listMembers(link['x-request-body'])].map(([, value]) => value)
    for (const expression of values.filter((value) => typeof value === 'string' && value.startsWith('$'))) {
      t.ok(reads(String(expression), from, response), `${title}: ${expression}`)
    }
  }
})

t.test(
  'links lead from the start of a sitting over offer and answer to the finish, and from a revision to the next',
  async (t) => {
    const leads = (from: string, to: string) =>
      t.ok(
        links.some((link) => link.from.id === from && link.link.operationId === to),
        `${from} → ${to}`,
      )
    leads('startInterviewSitting', 'offerInterviewQuestion')
    leads('offerInterviewQuestion', 'saveInterviewAnswer')
    leads('saveInterviewAnswer', 'finishInterviewSitting')
    leads('reviseInterviewResponse', 'reviseInterviewResponse')
  },
)

t.test('every listing that has a next page links to it', async (t) => {
  for (const { id } of operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))) {
    const next = links.find(({ from, link }) => from.id === id && link.operationId === id)
    t.match(next?.link.parameters, { cursor: /nextCursor$/ }, id)
  }
})

function bodySchema(operation: Operation | undefined): JsonObject | undefined {
  if (operation?.raw.requestBody === undefined) return undefined
  return findSchema(followReference(operation.raw.requestBody))
}

function findSchema(holder: JsonObject): JsonObject | undefined {
  const [media] = listMembers(holder.content).map(([, value]) => value)
  return isJsonObject(media) ? followReference(media.schema) : undefined
}

/** Whether `$request.path.x`, `$request.query.x`, `$request.body#/x` or `$response.body#/x/0/y` exists. */
function reads(expression: string, from: Operation, response: JsonObject): boolean {
  const [, place, name] = /^\$request\.(path|query)\.(\w+)$/.exec(expression) ?? []
  if (place !== undefined) return from.parameters.some((parameter) => parameter.in === place && parameter.name === name)
  const [, side, pointer] = /^\$(request|response)\.body#(\/.+)$/.exec(expression) ?? []
  const schema = side === 'request' ? bodySchema(from) : findSchema(response)
  return pointer !== undefined && pointer.slice(1).split('/').reduce(stepInto, schema) !== undefined
}

/** One step of a pointer into the values of a schema; of a nullable schema or a union, the first member that has it. */
function stepInto(schema: JsonObject | undefined, part: string): JsonObject | undefined {
  if (schema === undefined) return undefined
  const alternatives = listItems(schema.oneOf).map(followReference)
  if (alternatives.length > 0)
    return alternatives.map((one) => stepInto(one, part)).find((found) => found !== undefined)
  const next = /^\d+$/.test(part) ? schema.items : (schema.properties as JsonObject | undefined)?.[part]
  return next === undefined ? undefined : followReference(next)
}
