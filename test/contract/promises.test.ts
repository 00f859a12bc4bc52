/** What the rules of `npm run lint:contract` cannot check: they follow no reference and run no pattern. */
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

const everything = [...walk(document)]
const ofType = (node: JsonObject, type: string) => [node.type].flat().includes(type)
const reached = operations.flatMap(({ raw, parameters }) => ({
  body: [...walkReached(raw.requestBody)],
  parameters: parameters.flatMap((parameter) => [...walkReached(parameter)]),
}))

const texts = reached
  .flatMap(({ body, parameters }) => [...body, ...parameters])
  .filter((node) => ofType(node, 'string'))

t.test('a schema of responses alone is open: a client tolerates a property of a later version', async (t) => {
  const ofRequests = new Set(reached.flatMap(({ body }) => body))
  const ofResponses = listMembers(followReference(document.components).schemas).filter(
    ([, schema]) => isJsonObject(schema) && ofType(schema, 'object') && !schema.oneOf && !ofRequests.has(schema),
  )
  t.ok(ofResponses.length > 20)
  for (const [name, schema] of ofResponses) t.notOk('additionalProperties' in (schema as JsonObject), name)
})

t.test('every text of a request excludes U+0000', async (t) => {
  t.ok(texts.length > 0)
  for (const node of texts) {
    const isFixed = 'const' in node || 'enum' in node || node.format === 'date' || node.format === 'uuid'
    const admits = (value: string) => typeof node.pattern !== 'string' || new RegExp(node.pattern, 'u').test(value)
    t.ok(isFixed || !admits('prefix\u0000suffix'), JSON.stringify(node))
  }
})

t.test('a text that must not be blank refuses white space and invisible characters, each by one rule', async (t) => {
  const { pattern } = followReference({ $ref: '#/components/schemas/AnswerText' })
  const accepts = (text: string) => new RegExp(String(pattern), 'u').test(text)
  // The properties of the Unicode Character Database, and the braille pattern without a dot.
  const isBlank = (character: string) => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
  const characters = Array.from({ length: 0xffff }, (_, index) => String.fromCodePoint(index + 1))
  t.same(
    characters.filter((character) => accepts(character) === isBlank(character)),
    [],
  )
  t.notOk(accepts(' \u00a0\u2029\u3000\t'))
  // A class of a generated client cannot name the other planes; the service refuses them, too.
  const validate = getValidator({ $ref: '#/components/schemas/AnswerText' })
  const others = Array.from({ length: 0x100000 }, (_, index) => String.fromCodePoint(0x10000 + index))
  t.same(
    others.filter((character) => (validate(character) === undefined) === isBlank(character)),
    [],
  )
  t.ok(accepts('\u2003\n\u{1f600}\n'))
  // The others have to equal what is stored already, or may be any text: a note, and what a name is searched for.
  const names = ['Quote', 'QuestionKey', 'OnboardingQuestion', 'SiteName', 'AboutText', 'ReviseInput/properties/note']
  const pointers = [...names.map((name) => `schemas/${name}`), 'parameters/ArtistsName/schema']
  const free = new Set(pointers.map((pointer) => followReference({ $ref: `#/components/${pointer}` })))
  for (const node of texts.filter(({ pattern }) => String(pattern).includes(String.raw`[^\x00]*`)))
    t.ok(
      free.has(node) || node.pattern === pattern || node.pattern === `^(${String(pattern).slice(1, -1)})?$`,
      JSON.stringify(node),
    )
})

t.test('names differ by more than their case and signs, which languages fold, and begin with a letter', async (t) => {
  const lists: [string, unknown[]][] = [
    ['operations', operations.map(({ id }) => id)],
    ['schemas', listMembers(followReference(document.components).schemas).map(([name]) => name)],
    ...everything.flatMap(({ node, pointer }): [string, unknown[]][] => [
      [`${pointer}/properties`, listMembers(node.properties).map(([name]) => name)],
      [`${pointer}/enum`, listItems(node.enum).filter((value) => typeof value === 'string')],
    ]),
  ]
  const fold = (name: unknown) => String(name).replaceAll(/[^a-z0-9]/gi, '')
  const beginsWithLetter = (name: string) => /^[a-z]/.test(name)
  for (const [what, names] of lists.filter(([, names]) => names.length > 0)) {
    const folded = names.map((name) => fold(name).toLowerCase())
    t.equal(new Set(folded).size, names.length, what)
    t.ok(folded.every(beginsWithLetter), what)
  }
})

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
    for (const expression of values.filter((value) => typeof value === 'string' && value.startsWith('$')))
      t.ok(reads(String(expression), from, response), `${title}: ${expression}`)
  }
})

t.test('links lead from start over offer and answer to finish, and from a revision to the next', async (t) => {
  const leads = (from: string, to: string) =>
    t.ok(
      links.some((link) => link.from.id === from && link.link.operationId === to),
      `${from} → ${to}`,
    )
  leads('startInterviewSitting', 'offerInterviewQuestion')
  leads('offerInterviewQuestion', 'saveInterviewAnswer')
  leads('saveInterviewAnswer', 'finishInterviewSitting')
  leads('reviseInterviewResponse', 'reviseInterviewResponse')
})

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

/** A value of the contract and everything that its references lead to, each once. */
function* walkReached(value: unknown, seen = new Set<string>()): Generator<JsonObject> {
  for (const { node } of walk(value)) {
    yield node
    if (typeof node.$ref !== 'string' || seen.has(node.$ref)) continue
    seen.add(node.$ref)
    yield* walkReached(followReference(node), seen)
  }
}
