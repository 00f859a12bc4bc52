import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const context = await createTestContext(t)
const base = await context.app.listen({ port: 0, host: '127.0.0.1' })
const owner = { authorization: `Bearer ${await context.token('owner')}` }
const session = `/api/artist/${context.artistId}/interview/session`

t.test('a request without a route is refused for that, whatever its content', async (t) => {
  const huge = 'x'.repeat(2_000_000)
  for (const [method, headers] of [
    ['PUT', { 'content-type': 'a/b; =' }],
    ['PUT', {}],
    ['QUERY', {}],
    ['SEARCH', {}],
  ] as const) {
    const response = await fetch(base + session, { method, body: huge, headers })
    t.equal(response.status, 405, method)
    t.equal(response.headers.get('access-control-allow-origin'), '*', 'a web page may read it')
    t.match(await response.json(), { status: 'error', code: 'method_not_allowed' })
  }
  t.match(await raw(`QUERY ${session} HTTP/1.1\r\nHost: x\r\n\r\n`), /^HTTP\/1\.1 405 /, 'without a media type')
  t.equal((await fetch(`${base}/api/nothing`, { method: 'POST', body: huge })).status, 404)
})

t.test('no response may be sniffed as another type', async (t) => {
  for (const path of [
    '/api/health',
    session,
    '/api/nothing',
    '/ready',
    '/openapi.json',
    '/docs',
    '/api/artist/%zz/x',
  ]) {
    const response = await fetch(base + path)
    t.equal(response.headers.get('x-content-type-options'), 'nosniff', path)
    await response.arrayBuffer()
  }
  t.match(await raw('GARBAGE\r\n\r\n'), /X-Content-Type-Options: nosniff\r\n/)
})

t.test('a body of two types is refused, whichever comes first', async (t) => {
  const types = ['application/json', 'text/plain']
  for (const [first, second] of [types, types.toReversed(), ['application/json', 'application/json']]) {
    const answer = await raw(
      `POST ${session} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.authorization}\r\nContent-Type: ${first}\r\nContent-Type: ${second}\r\nContent-Length: 2\r\n\r\n{}`,
    )
    t.match(answer, /^HTTP\/1\.1 400 /)
    t.match(answer, /header Content-Type: is given more than once/)
  }
})

t.test('bytes that are not HTTP get the one error body', async (t) => {
  const answer = await raw('GARBAGE\r\n\r\n')
  t.match(answer, /^HTTP\/1\.1 400 /)
  t.match(answer, /"status":"error","code":"invalid_request"/)
  const huge = await raw(`GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`)
  t.match(huge, /^HTTP\/1\.1 413 /)
  t.match(huge, /"code":"body_too_large"/)
})

t.test('what Node would respond to by itself gets the one error body, or the response of the request', async (t) => {
  const hostless = await raw('GET /api/health HTTP/1.1\r\n\r\n')
  t.match(hostless, /^HTTP\/1\.1 400 /)
  t.match(hostless, /"code":"invalid_request","error":"header Host: is required"/)
  t.match(await raw('GET /api/health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /, 'HTTP/1.0 has no such header')
  const tunnel = await raw('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n')
  t.match(tunnel, /^HTTP\/1\.1 400 /)
  t.match(tunnel, /"code":"invalid_request"/)
  const expecting = await raw('GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n')
  t.match(expecting, /^HTTP\/1\.1 200 /, 'an unknown expectation is ignored')
})

t.test('a CONNECT whose client disconnects, or never does, affects no other connection', async (t) => {
  const { port } = new URL(base)
  const dial = async () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    await once(socket, 'connect')
    socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket
  }
  const connections = () =>
    new Promise<number>((resolve) => context.app.server.getConnections((_error, n) => resolve(n)))
  const before = await connections()
  const staying = await dial()
  for (let gone = 0; gone < 50; gone += 1) (await dial()).resetAndDestroy()
  await pollUntil(async () => (await connections()) <= before)
  staying.destroy()
  t.equal((await fetch(`${base}/api/health`)).status, 200)
})

t.test('credentials are checked before a body is read', async (t) => {
  const announced = await raw(
    `POST ${session} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{"never":`,
  )
  t.match(announced, /^HTTP\/1\.1 401 /)
})

/** What the server writes to a socket, until it closes or has responded. */
function raw(bytes: string): Promise<string> {
  const { port } = new URL(base)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      received += chunk
      if (received.includes('"}')) socket.destroy()
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
