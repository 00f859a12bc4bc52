import t from 'tap'
import { newWorld } from '../support/world.ts'

const world = await newWorld(t, { CRON_SECRET: 'a-scheduler-secret-for-tests' })
const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
const owner = { authorization: `Bearer ${await world.token('owner')}` }
const session = `/api/artist/${world.artistId}/interview/session`

const send = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  fetch(base + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  })

/** The parsed error body, once it has exactly the contract's three members. */
async function problem(t: Tap, response: Response) {
  const body = (await response.json()) as Record<string, string>
  t.same(Object.keys(body).sort(), ['code', 'error', 'status'])
  t.equal(body.status, 'error')
  return body as { code: string; error: string }
}
type Tap = Pick<typeof t, 'same' | 'equal'>

t.test('HEAD never runs a GET: 405 with Allow', async (t) => {
  for (const path of ['/api/research/advance', session, '/api/health']) {
    const response = await send('HEAD', path)
    t.equal(response.status, 405, path)
    t.match(response.headers.get('allow') ?? '', /GET/)
  }
})

t.test('a known path with another method is 405 and names those it takes', async (t) => {
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const response = await send(method, session)
    t.equal(response.status, 405)
    t.equal(response.headers.get('allow'), 'GET, POST')
    t.equal(response.headers.get('cache-control'), 'private, no-store')
    t.equal((await problem(t, response)).code, 'method_not_allowed')
  }
})

t.test('an unknown path is 404 in the one error body', async (t) => {
  for (const path of ['/', '/api', '/api/artist', `${session}/`, '/api//health', '/API/health']) {
    const response = await send('GET', path)
    t.equal(response.status, 404, path)
    t.equal((await problem(t, response)).code, 'not_found')
  }
})

t.test('where origins are named, a page of another one is not let in', async (t) => {
  const { app, artistId, token } = await newWorld(t, { CORS_ORIGINS: 'https://app.example,https://desk.example' })
  const headers = { authorization: `Bearer ${await token('owner')}` }
  const originFor = async (origin: string, method: 'GET' | 'OPTIONS') => {
    const asked = method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : headers
    const url = `/api/artist/${artistId}/interview/session`
    return (await app.inject({ method, url, headers: { origin, ...asked } })).headers['access-control-allow-origin']
  }
  for (const method of ['GET', 'OPTIONS'] as const) {
    for (const named of ['https://app.example', 'https://desk.example']) t.equal(await originFor(named, method), named)
    for (const other of ['https://app.example.org', 'http://app.example', 'null']) {
      t.equal(await originFor(other, method), undefined, `${method} ${other}`)
    }
  }
})

t.test('OPTIONS answers a CORS preflight', async (t) => {
  const response = await send('OPTIONS', session, undefined, {
    origin: 'https://client.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  })
  t.equal(response.status, 204)
  t.equal(response.headers.get('access-control-allow-origin'), '*')
  t.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization/i)
  t.notOk(response.headers.get('access-control-allow-credentials'))
})

t.test('an OPTIONS that is no preflight gets the same answer, and no text of its own', async (t) => {
  for (const path of [session, '/api/nothing']) {
    const response = await send('OPTIONS', path)
    t.equal(response.status, 204, path)
    t.equal(await response.text(), '')
  }
})

t.test('no scalar is coerced in a body', async (t) => {
  const path = `${session}/0198f3a2-0000-7000-8000-00000000dead/offer`
  const offer = { memorySnapshotId: 'a'.repeat(64), question: 'Where was the first song written?', references: [] }
  for (const ordinal of ['1', true, null, 1.5, [1]]) {
    const response = await send('POST', path, JSON.stringify({ ordinal, ...offer }), owner)
    t.equal(response.status, 400, JSON.stringify(ordinal))
    t.match((await problem(t, response)).error, /ordinal/)
  }
  const answers = `/api/artist/${world.artistId}/interview/answers/0198f3a2-0000-7000-8000-00000000dead`
  for (const answer of [5, true, ['words'], {}]) {
    const response = await send('POST', answers, JSON.stringify({ expectedRevision: 'a'.repeat(64), answer }), owner)
    t.equal(response.status, 400, JSON.stringify(answer))
  }
  for (const kinds of ['lore_refresh', [], ['nonsense'], null]) {
    t.equal((await send('POST', '/api/research/advance', JSON.stringify({ kinds }))).status, 400, JSON.stringify(kinds))
  }
  t.equal((await send('POST', '/api/research/advance', 'null')).status, 200, 'null is the body that was left out')
  const twice = JSON.stringify({ kinds: ['lore_refresh', 'lore_refresh'] })
  t.equal(
    (await send('POST', '/api/research/advance', twice)).status,
    200,
    'the interface asks for one or more, not for a set',
  )
})

t.test('a number in a query is exactly a number', async (t) => {
  const memory = `/api/artist/${world.artistId}/interview/memory`
  for (const sitting of ['1.0', '1e0', ' 1', '+1', '01', '0x1', '', '1,2', '99999999999999999999', 'true']) {
    const response = await send('GET', `${memory}?sitting=${encodeURIComponent(sitting)}`, undefined, owner)
    t.equal(response.status, 400, `[${sitting}]`)
    t.match((await problem(t, response)).error, /query\.sitting/)
  }
  t.equal((await send('GET', `${memory}?sitting=1&sitting=1`, undefined, owner)).status, 400, 'repeated')
  t.equal((await send('GET', `${memory}?sitting=%`, undefined, owner)).status, 400, 'a bad escape')
  t.equal((await send('GET', `${memory}?sitting=%ff`, undefined, owner)).status, 400, 'invalid UTF-8')
})

t.test('a long path parameter is 400, not the router’s 414', async (t) => {
  for (const length of [101, 5_000]) {
    const response = await send('GET', `/api/artist/${'a'.repeat(length)}/interview/session`, undefined, owner)
    t.equal(response.status, 400)
    t.equal((await problem(t, response)).code, 'invalid_artist_id')
  }
})

t.test('an id in the path may be in either case, the words around it may not', async (t) => {
  const read = (id: string, source: string) =>
    send('GET', `/api/artist/${id}/knowledge/sources/${source}`, undefined, owner)
  const source = 'vault:0198f3a2-aaaa-7000-8000-00000000dead'
  for (const [id, named] of [
    [world.artistId, source],
    [world.artistId.toUpperCase(), source.toUpperCase().replace('VAULT', 'vault')],
  ] as const) {
    t.equal((await read(id, named)).status, 404, named)
  }
  const shouted = await read(world.artistId, source.replace('vault', 'VAULT'))
  t.equal(shouted.status, 400)
  t.match((await problem(t, shouted)).error, /path\.sourceId/)
})

t.test('a broken escape in the path is 400 in the one error body', async (t) => {
  const response = await send('GET', '/api/artist/%zz/interview/session', undefined, owner)
  t.equal(response.status, 400)
  await problem(t, response)
})

t.test('a body needs its media type, spelt as it is', async (t) => {
  const body = JSON.stringify({ requestId: '0198f3a2-0000-7000-8000-000000000001' })
  for (const type of [
    'text/plain',
    'application/json5',
    'application/jsonx; charset=utf-8',
    'application/json\ta',
    'a',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
  ]) {
    const response = await send('POST', session, body, { ...owner, 'content-type': type })
    t.equal(response.status, 400, JSON.stringify(type))
    t.equal((await problem(t, response)).code, 'invalid_request')
  }
  const untyped = await send('POST', session, new TextEncoder().encode(body), { ...owner, 'content-type': '' })
  t.equal(untyped.status, 400, 'without a type')
  await problem(t, untyped)
})

t.test('parameters of the media type are passed over, as JSON has none', async (t) => {
  const path = `/api/artist/${world.artistId}/interview/session`
  for (const [nth, type] of [
    'application/json;',
    'application/json; charset=utf8',
    'application/json; charset="UTF-8"',
    'Application/JSON ;charset=utf-8; ',
    'application/json; profile="https://example.org/p"; charset=utf-8',
  ].entries()) {
    const body = JSON.stringify({ requestId: `0198f3a2-0000-7000-8000-00000000010${nth}`, none: 1 })
    const response = await send('POST', path, body, { ...owner, 'content-type': type })
    t.match((await problem(t, response)).error, /none/, type)
  }
})

t.test('a byte order mark before a body is passed over', async (t) => {
  const read = await send('POST', session, '\ufeff{"none":1}', owner)
  t.match((await problem(t, read)).error, /none|requestId/)
  const twice = await send('POST', session, '\ufeff\ufeff{"none":1}', owner)
  t.match((await problem(t, twice)).error, /is not JSON/)
})

t.test('a property that stands twice is 400 by its name, at any depth and however it is spelt', async (t) => {
  const path = `/api/artist/${world.artistId}/interview/answers/0198f3a2-0000-7000-8000-00000000dead`
  const repeated: [body: string, named: RegExp][] = [
    [`{"answer":"a","expectedRevision":"${'a'.repeat(64)}","answer":"b"}`, /^answer: is given more than once/],
    ['{"answer":"a","\\u0061nswer":"a"}', /^answer: is given more than once/],
    ['{"a":{"b":[1,{"c":1,"c":1}]}}', /^a\/b\/1\/c: is given more than once/],
    ['{"\\ud800":1,"\\ud800":2}', /^body: is given more than once/],
  ]
  for (const [body, named] of repeated) {
    const response = await send('POST', path, body, owner)
    t.equal(response.status, 400, body)
    t.match((await problem(t, response)).error, named)
  }
})

t.test('the pages beside the contract answer HEAD as GET, without a body', async (t) => {
  for (const path of ['/openapi.json', '/openapi.yaml', '/docs', '/reference', '/console', '/ready', '/metrics']) {
    const [got, head] = await Promise.all([send('GET', path), send('HEAD', path)])
    t.equal(head.status, got.status, path)
    for (const name of ['content-type', 'etag', 'cache-control']) t.equal(head.headers.get(name), got.headers.get(name))
    t.equal((await head.arrayBuffer()).byteLength, 0)
    await got.arrayBuffer()
  }
})

t.test('bytes that are not UTF-8 are 400: nothing becomes U+FFFD', async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"requestId":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')])
  const response = await send('POST', session, bytes, owner)
  t.equal(response.status, 400)
  t.match((await problem(t, response)).error, /UTF-8/)
})

t.test('a lone surrogate and U+0000 are 400 with the field', async (t) => {
  const path = `/api/artist/${world.artistId}/interview/answers/0198f3a2-0000-7000-8000-00000000dead`
  for (const text of ['\\ud800 words', 'words \\udfff', 'zero \\u0000 words']) {
    const response = await send('POST', path, `{"expectedRevision":"${'a'.repeat(64)}","answer":"${text}"}`, owner)
    t.equal(response.status, 400, text)
    t.match((await problem(t, response)).error, /answer/)
  }
})

t.test('prototype tricks are unknown properties', async (t) => {
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const response = await send(
      'POST',
      session,
      `{"requestId":"0198f3a2-0000-7000-8000-000000000001","${key}":{"polluted":1}}`,
      owner,
    )
    t.equal(response.status, 400, key)
  }
  t.equal(({} as Record<string, unknown>).polluted, undefined)
})

t.test('deep nesting is refused without harm', async (t) => {
  const deep = '['.repeat(1_500) + ']'.repeat(1_500)
  t.equal((await send('POST', session, `{"requestId":${deep}}`, owner)).status, 400)
})

t.test('the scheduler’s entry needs its secret when one is set', async (t) => {
  const path = '/api/research/advance'
  t.equal((await send('GET', path)).status, 401)
  t.equal((await send('GET', path, undefined, { authorization: 'Bearer wrong' })).status, 401)
  t.equal((await send('GET', path, undefined, owner)).status, 401, 'a user’s token is no scheduler')
  const run = await send('GET', path, undefined, { authorization: 'Bearer a-scheduler-secret-for-tests' })
  t.not(run.status, 401)
})
