import t from 'tap'
import { ambiguousPaths } from '#src/contract/paths.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { createTestContext } from '../support/test-context.ts'
import { readProblem } from './read-problem.ts'

const { send, artistId } = await createListeningContext(t)
const session = `/api/artist/${artistId}/interview/session`

t.test('HEAD never runs a GET: 405 with Allow', async (t) => {
  for (const path of ['/api/research/advance', session, '/api/health']) {
    const response = await send(null, 'HEAD', path)
    t.equal(response.status, 405, path)
    t.match(response.headers.get('allow') ?? '', /GET/)
    if (path === session) t.equal(response.headers.get('cache-control'), 'private, no-store')
  }
})

t.test('a literal path that a template matches too names its own method: 405 with Allow', async (t) => {
  const response = await send('owner', 'PUT', `/api/artist/${artistId}/knowledge/sources/extract`)
  t.same([response.status, response.headers.get('allow')], [405, 'POST'])
  t.same([...ambiguousPaths], ['/api/artist/{id}/knowledge/sources/{sourceId}'], 'the one template that needs this')
})

t.test('where origins are named, a page of another origin is refused', async (t) => {
  const { app, artistId, token } = await createTestContext(t, {
    CORS_ORIGINS: 'https://app.example,https://desk.example',
  })
  const headers = { authorization: `Bearer ${await token('owner')}` }
  const originFor = async (origin: string, method: 'GET' | 'OPTIONS') => {
    const requestHeaders = method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : headers
    const url = `/api/artist/${artistId}/interview/session`
    return (await app.inject({ method, url, headers: { origin, ...requestHeaders } })).headers[
      'access-control-allow-origin'
    ]
  }
  for (const method of ['GET', 'OPTIONS'] as const) {
    for (const named of ['https://app.example', 'https://desk.example']) t.equal(await originFor(named, method), named)
    for (const other of ['https://app.example.org', 'http://app.example', 'null']) {
      t.equal(await originFor(other, method), undefined, `${method} ${other}`)
    }
  }
})

t.test('OPTIONS answers a CORS preflight', async (t) => {
  const response = await send(null, 'OPTIONS', session, undefined, {
    origin: 'https://client.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  })
  t.equal(response.status, 204)
  t.equal(response.headers.get('access-control-allow-origin'), '*')
  t.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization/i)
  t.notOk(response.headers.get('access-control-allow-credentials'))
})

t.test('an OPTIONS that is no preflight gets the same response, without a body', async (t) => {
  for (const path of [session, '/api/nothing']) {
    const response = await send(null, 'OPTIONS', path)
    t.equal(response.status, 204, path)
    t.equal(await response.text(), '')
  }
})

t.test('an id in the path may be in either case, the words around it may not', async (t) => {
  const read = (id: string, source: string) => send('owner', 'GET', `/api/artist/${id}/knowledge/sources/${source}`)
  const source = 'vault:0198f3a2-aaaa-7000-8000-00000000dead'
  for (const [id, named] of [
    [artistId, source],
    [artistId.toUpperCase(), source.toUpperCase().replace('VAULT', 'vault')],
  ] as const) {
    t.equal((await read(id, named)).status, 404, named)
  }
  const shouted = await read(artistId, source.replace('vault', 'VAULT'))
  t.equal(shouted.status, 400)
  t.match((await readProblem(t, shouted)).error, /path\.sourceId/)
})

t.test('the pages beside the contract answer HEAD as GET, without a body', async (t) => {
  for (const path of ['/', '/openapi.json', '/openapi.yaml', '/docs', '/console', '/ready', '/metrics']) {
    const [got, head] = await Promise.all([send(null, 'GET', path), send(null, 'HEAD', path)])
    t.equal(head.status, got.status, path)
    for (const name of ['content-type', 'etag', 'cache-control']) t.equal(head.headers.get(name), got.headers.get(name))
    t.equal((await head.arrayBuffer()).byteLength, 0)
    await got.arrayBuffer()
  }
})
