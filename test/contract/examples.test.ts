import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import t, { type Test } from 'tap'
import {
  contract,
  followReference,
  isJsonObject,
  type JsonObject,
  listItems,
  listMembers,
  type Operation,
  operations,
  walk,
} from '../support/bundle.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: false })
ajvFormats.default(ajv)
// The document around the schemas, and OpenAPI's hint to generators: AJV has to accept them and validate nothing by
// them.
ajv.addVocabulary([...Object.keys(contract), 'discriminator', 'x-addition', 'x-validated-as', 'x-event-schema'])
ajv.addSchema(contract, 'contract')

/** Validates a value against a schema of the contract; compiles the schema strictly. */
function assertMatches(t: Test, schema: unknown, value: unknown, title: string) {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')))
  t.ok(validate(value), title, { errors: validate.errors })
}

/** The event of an example of a stream: one `data:` line and the blank one that ends it. */
function eventIn(stream: unknown): unknown {
  const [, json = ''] = /^data: (.*)\n\n$/.exec(String(stream)) ?? []
  return JSON.parse(json)
}

t.test('every example of a body, a parameter, a header and a schema is valid', async (t) => {
  let validated = 0
  for (const { node, pointer } of walk(contract)) {
    const schema = 'schema' in node ? node.schema : node
    const named = listMembers(node.examples).map(([name, example]) => [name, followReference(example).value] as const)
    const listed = listItems(node.examples).map((example, index) => [String(index), example] as const)
    const single = 'example' in node ? [['example', node.example] as const] : []
    for (const [name, value] of [...named, ...listed, ...single]) {
      assertMatches(t, schema, value, `${pointer} ${name}`)
      const event = isJsonObject(schema) ? schema['x-event-schema'] : undefined
      if (event !== undefined) assertMatches(t, { $ref: event }, eventIn(value), `${pointer} ${name}, its event`)
      validated++
    }
  }
  t.ok(validated > operations.length * 2, `${validated} examples`)
})

t.test('every request and every response of every operation has an example', async (t) => {
  for (const { id, raw, responses } of operations) {
    const holders = raw.requestBody === undefined ? [] : [followReference(raw.requestBody)]
    for (const holder of [...holders, ...responses.values()]) {
      for (const [type, media] of listMembers(holder.content)) {
        t.ok(isJsonObject(media) && listMembers(media.examples).length > 0, `${id} ${type}`)
      }
    }
  }
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
  visit(contract)
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
