import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import {
  contract,
  followReference,
  isJsonObject,
  type JsonObject,
  listItems,
  listMembers,
  operations,
  walk,
} from '../support/bundle.ts'

const everything = [...walk(contract)]
const schemas = listMembers(followReference(contract.components).schemas).map(
  ([name, schema]) => [name, followReference(schema)] as const,
)
const ofType = (node: JsonObject, type: string) => [node.type].flat().includes(type)
const isLinted = (pointer: string) => pointer.includes('/x-validated-as')

t.test(
  'null is published as one of two types or forms, for a schema of null alone compiles in few languages',
  async (t) => {
    for (const { node, pointer } of everything.filter(({ pointer }) => !isLinted(pointer))) {
      if (node.type === 'null') t.match(pointer, /\/oneOf\/\d+$/, pointer)
      t.notOk(listItems(node.enum).includes(null) && listItems(node.enum).length === 1, pointer)
      t.not(node.const, null, pointer)
    }
    const unions = everything.filter(({ node }) =>
      listItems(node.oneOf).some((form) => followReference(form).type === 'null'),
    )
    t.ok(unions.length > 0)
    for (const { node, pointer } of unions) t.equal(listItems(node.oneOf).length, 2, pointer)
  },
)

t.test('the stream is published as text, which every client can read, and an extension names its events', async (t) => {
  const streams = operations.flatMap(({ responses }) =>
    [...responses.values()].flatMap(({ content }) =>
      listMembers(content).filter(([type]) => type === 'text/event-stream'),
    ),
  )
  t.equal(streams.length, 1)
  for (const [, media] of streams)
    t.match((media as JsonObject).schema, { type: 'string', 'x-event-schema': '#/components/schemas/OnboardingEvent' })
})

t.test(
  'an unknown code of a failure is a text to a client: the known codes are validated, not published',
  async (t) => {
    const codes = schemas.filter(([name]) => name === 'ErrorCode').map(([, schema]) => schema)
    t.match(codes, [{ type: 'string', 'x-validated-as': '#/components/schemas/KnownErrorCode' }])
    for (const code of codes) t.notOk('enum' in code)
  },
)

t.test('no schema is named as a type that languages have, nor as a nullable property of its own', async (t) => {
  const accepted =
    /^(error|exception|event|request|response|object|string|number|boolean|list|map|set|date|file|type|any)$/i
  for (const [name, schema] of schemas) {
    t.notMatch(name, accepted)
    for (const [property, value] of listMembers(schema.properties)) {
      const isNullable = ofType(followReference(value), 'null') || listItems(followReference(value).oneOf).length > 0
      if (isNullable) t.not(property.toLowerCase(), name.toLowerCase(), `${name}.${property}`)
    }
  }
})

t.test('a format and a pattern do not stand together, and the value of a header is no enumeration', async (t) => {
  const headers = listMembers(followReference(contract.components).headers).map(
    ([name, header]) => [name, followReference(header)] as const,
  )
  t.ok(headers.length > 0)
  for (const [name, { schema }] of headers)
    t.notOk('enum' in followReference(schema) || 'const' in followReference(schema), name)
  for (const { node, pointer } of everything)
    if (node.format !== undefined && node.format !== 'date-time') t.notOk('pattern' in node, pointer)
})

t.test('the first server has a whole address, and no variable of a server is described', async (t) => {
  const servers = listItems(contract.servers).map(followReference)
  t.match(servers[0]?.url, /^http:\/\//)
  for (const [name, variable] of servers.flatMap(({ variables }) => listMembers(variables)))
    t.notOk('description' in followReference(variable), name)
})

t.test('an optional body is one object: a union with null is required by some generated clients', async (t) => {
  const optional = operations.filter(
    ({ raw }) => raw.requestBody !== undefined && !followReference(raw.requestBody).required,
  )
  t.ok(optional.length > 0)
  for (const { id, raw } of optional) {
    for (const [, media] of listMembers(followReference(raw.requestBody).content))
      t.ok(ofType(followReference((media as JsonObject).schema), 'object'), id)
  }
})

t.test('every parameter has an example but a cursor, of which any that was not given out is refused', async (t) => {
  for (const { id, parameters } of operations) {
    for (const parameter of parameters)
      t.equal('example' in parameter || 'examples' in parameter, parameter.name !== 'cursor', `${id} ${parameter.name}`)
  }
})

t.test('an object names its properties', async (t) => {
  const bare = schemas.filter(
    ([, schema]) => ofType(schema, 'object') && !isJsonObject(schema.properties) && !schema.oneOf,
  )
  t.same(bare, [])
})

t.test('a sitting is null only where an artist may never have had one', async (t) => {
  const isNullable = (value: unknown) =>
    listItems(followReference(value).oneOf).some((form) => followReference(form).type === 'null')
  const withSession = schemas.filter(([, { properties }]) => isJsonObject(properties) && 'session' in properties)
  t.ok(withSession.length > 1)
  for (const [name, { properties }] of withSession)
    t.equal(isNullable((properties as JsonObject).session), name === 'InterviewState', name)
})

t.test('no generator is made to skip its validation of the contract', async (t) => {
  const folder = new URL('../../scripts/sdk/', import.meta.url)
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  t.ok(sources.some((source) => source.includes('openapi-generator-cli')))
  for (const source of sources) t.notMatch(source, /skip-?validat|skip-?spec/i)
})

t.test('no text of the contract ends a comment or a literal of the code that quotes it', async (t) => {
  const texts = everything.flatMap(({ node, pointer }) =>
    ['description', 'summary', 'title'].flatMap((name) => {
      const text = node[name]
      return typeof text === 'string' ? [[`${pointer}/${name}`, text] as const] : []
    }),
  )
  t.ok(texts.length > 500)
  for (const [pointer, text] of texts)
    t.notMatch(text, /\*\/|\/\*|\$\{|"""|'''|```|-->|\\|[\t\r\u00a0\u2028\u2029\ufeff]/, pointer)
})

t.test('names differ by more than their case and signs, which languages fold, and begin with a letter', async (t) => {
  const folded = (names: readonly string[]) => names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const lists = [
    ['operations', operations.map(({ id }) => id)],
    ['schemas', schemas.map(([name]) => name)],
    ...everything.flatMap(({ node, pointer }) => [
      [`${pointer}/properties`, listMembers(node.properties).map(([name]) => name)] as const,
      [`${pointer}/enum`, listItems(node.enum).filter((value) => typeof value === 'string')] as const,
    ]),
  ] as const
  for (const [what, names] of lists) {
    t.equal(new Set(folded(names as string[])).size, names.length, what)
    for (const name of folded(names as string[])) t.match(name, /^[a-z]/, what)
  }
})
