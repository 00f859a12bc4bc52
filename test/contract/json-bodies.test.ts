import { gzipSync } from 'node:zlib'
import t from 'tap'
import { operationContracts, resolve, type Schema } from '#src/contract/document.ts'
import { jsonBounds } from '#src/contract/json-body.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { readProblem } from './read-problem.ts'

const { send, artistId } = await createListeningContext(t)
const session = `/api/artist/${artistId}/interview/session`

t.test('null is the body that was left out, and a kind may be named twice', async (t) => {
  for (const body of ['null', JSON.stringify({ kinds: ['lore_refresh', 'lore_refresh'] })])
    t.equal((await send(null, 'POST', '/api/research/advance', body)).status, 200, body)
})

t.test('a number in a query is exactly a number', async (t) => {
  const memory = `/api/artist/${artistId}/interview/memory`
  for (const sitting of ['1.0', '1e0', ' 1', '+1', '01', '0x1', '', '1,2', '99999999999999999999', 'true']) {
    const response = await send('owner', 'GET', `${memory}?sitting=${encodeURIComponent(sitting)}`)
    t.equal(response.status, 400, `[${sitting}]`)
    t.match((await readProblem(t, response)).error, /query\.sitting/)
  }
  t.equal((await send('owner', 'GET', `${memory}?sitting=1&sitting=1`)).status, 400, 'repeated')
  for (const bad of ['%', '%ff'])
    t.match(await (await send('owner', 'GET', `${memory}?sitting=${bad}`)).json(), { error: /^query\.sitting: / })
})

t.test('a body needs its exact media type', async (t) => {
  const body = JSON.stringify({ requestId: '0198f3a2-0000-7000-8000-000000000001' })
  for (const type of [
    'text/plain',
    'application/json5',
    'application/jsonx; charset=utf-8',
    'application/json\ta',
    'text/plain\tapplication/json',
    'application/json; charset=utf-8; charset=utf-16',
    'a',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
  ]) {
    const response = await send('owner', 'POST', session, body, { 'content-type': type })
    t.equal(response.status, 400, JSON.stringify(type))
    t.equal((await readProblem(t, response)).code, 'invalid_request')
  }
  const untyped = await send('owner', 'POST', session, new TextEncoder().encode(body), { 'content-type': '' })
  t.equal(untyped.status, 400, 'without a type')
  await readProblem(t, untyped)
})

t.test('parameters of the media type are ignored, as JSON has none', async (t) => {
  for (const [nth, type] of [
    'application/json;',
    'application/json; charset=utf8',
    'application/json; charset="UTF-8"',
    'Application/JSON ;charset=utf-8; ',
    'application/json; profile="https://example.org/p"; charset=utf-8',
  ].entries()) {
    const body = JSON.stringify({ requestId: `0198f3a2-0000-7000-8000-00000000010${nth}`, none: 1 })
    const response = await send('owner', 'POST', session, body, { 'content-type': type })
    t.match((await readProblem(t, response)).error, /none/, type)
  }
})

t.test('a body that claims a coding is refused, whatever its bytes look like', async (t) => {
  const body = '{"none":1}'
  for (const coding of ['gzip', 'br', 'GZIP', 'identity, gzip', 'none', '*']) {
    for (const bytes of [body, gzipSync(body)]) {
      const response = await send('owner', 'POST', session, bytes, { 'content-encoding': coding })
      t.equal(response.status, 400, coding)
      t.match((await readProblem(t, response)).error, /^header Content-Encoding: must be identity$/)
    }
  }
  const plain = await send('owner', 'POST', session, body, { 'content-encoding': 'Identity' })
  t.match((await readProblem(t, plain)).error, /none|requestId/)
})

t.test('a byte order mark before a body is ignored', async (t) => {
  const read = await send('owner', 'POST', session, '\ufeff{"none":1}')
  t.match((await readProblem(t, read)).error, /none|requestId/)
  const twice = await send('owner', 'POST', session, '\ufeff\ufeff{"none":1}')
  t.match((await readProblem(t, twice)).error, /is not JSON/)
})

t.test('a duplicate property is 400 naming it, at any depth and in any escaping', async (t) => {
  const path = `/api/artist/${artistId}/interview/answers/0198f3a2-0000-7000-8000-00000000dead`
  const repeated: [body: string, named: RegExp][] = [
    [`{"answer":"a","expectedRevision":"${'a'.repeat(64)}","answer":"b"}`, /^answer: is given more than once/],
    ['{"answer":"a","\\u0061nswer":"a"}', /^answer: is given more than once/],
    ['{"a":{"b":[1,{"c":1,"c":1}]}}', /^a\/b\/1\/c: is given more than once/],
    ['{"\\ud800":1,"\\ud800":2}', /^body: is given more than once/],
  ]
  for (const [body, named] of repeated) {
    const response = await send('owner', 'POST', path, body)
    t.equal(response.status, 400, body)
    t.match((await readProblem(t, response)).error, named)
  }
})

t.test('bytes that are not UTF-8 are 400: nothing becomes U+FFFD', async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"requestId":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')])
  const response = await send('owner', 'POST', session, bytes)
  t.equal(response.status, 400)
  t.match((await readProblem(t, response)).error, /UTF-8/)
})

t.test('prototype tricks are unknown properties', async (t) => {
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const response = await send(
      'owner',
      'POST',
      session,
      `{"requestId":"0198f3a2-0000-7000-8000-000000000001","${key}":{"polluted":1}}`,
    )
    t.equal(response.status, 400, key)
  }
  t.equal(({} as Record<string, unknown>).polluted, undefined)
})

t.test('a body is refused by its depth and its number of values before anything is built from it', async (t) => {
  const refused: [body: string, reason: RegExp][] = [
    [`{"requestId":${'['.repeat(16)}${']'.repeat(16)}}`, /^body: nests deeper than 16/],
    ['['.repeat(4_000), /^body: nests deeper than 16/],
    [`[${'{},'.repeat(1_300)}{}]`, /^body: has more than 2000 values/],
    [`{"a":[${'1,'.repeat(2_000)}1]}`, /^body: has more than 2000 values/],
  ]
  for (const [body, reason] of refused) {
    const response = await send('owner', 'POST', session, body)
    t.equal(response.status, 400, body.slice(0, 20))
    t.match((await readProblem(t, response)).error, reason)
  }
  const punctuation = `{"${'[{,'.repeat(1_000)}\\"[[":1}`
  t.match((await readProblem(t, await send('owner', 'POST', session, punctuation))).error, /^requestId: is required/)
})

t.test('the schema is asked before the text of its values is', async (t) => {
  const body = '{"unknown":"\\ud800","requestId":"0198f3a2-0000-7000-8000-000000000001"}'
  t.match((await readProblem(t, await send('owner', 'POST', session, body))).error, /^unknown: is not accepted/)
})

t.test('the name of a field is cut in its refusal', async (t) => {
  const long = JSON.stringify({ requestId: '0198f3a2-0000-7000-8000-000000000001', ['n'.repeat(201)]: 1 })
  t.match((await readProblem(t, await send('owner', 'POST', session, long))).error, /^n{200}: is not accepted/)
})

type Size = { values: number; depth: number }

/** The largest value that a schema accepts. An open object or an unbounded list has no largest. */
function measure(schema: Schema): Size {
  const {
    items,
    maxItems = Infinity,
    properties = {},
    additionalProperties = false,
    oneOf,
    anyOf,
  } = resolve<Schema>(schema)
  const parts = Object.values(properties as object).map(measure)
  if (additionalProperties !== false) parts.push({ values: Infinity, depth: 1 })
  if (items !== undefined) {
    const { values, depth } = measure(items as Schema)
    parts.push({ values: values * (maxItems as number), depth })
  }
  const own: Size = {
    values: parts.reduce((sum, { values }) => sum + values, 1),
    depth: Math.max(0, ...parts.map(({ depth }) => depth + 1)),
  }
  const choices = [own, ...[oneOf, anyOf].flatMap((all) => (all as Schema[] | undefined) ?? []).map(measure)]
  return {
    values: Math.max(...choices.map(({ values }) => values)),
    depth: Math.max(...choices.map(({ depth }) => depth)),
  }
}

t.test('no body that the contract accepts comes near the bounds', async (t) => {
  for (const { id, body } of operationContracts.values()) {
    if (body === undefined) continue
    const { values, depth } = measure(body.schema)
    t.ok(
      2 * values <= jsonBounds.valuesMax && 2 * depth <= jsonBounds.depthMax,
      `${id}: ${values} values, ${depth} deep`,
    )
  }
})
