import t from 'tap'
import { createListeningContext } from '../support/listening-context.ts'
import { converse, countConnections, dial } from '../support/sockets.ts'
import { pollUntil } from '../support/until.ts'

const { app, base, artistId } = await createListeningContext(t)
const session = `/api/artist/${artistId}/interview/session`

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
  const { answers } = await converse(base, `QUERY ${session} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  t.equal(answers[0]?.status, 405, 'without a media type')
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
  const { answers } = await converse(base, 'GARBAGE\r\n\r\n')
  t.equal(answers[0]?.headers.get('x-content-type-options'), 'nosniff')
})

t.test('a CONNECT whose client disconnects, or never does, affects no other connection', async (t) => {
  const tunnel = async () => {
    const { socket } = await dial(base)
    socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket
  }
  const before = await countConnections(app)
  const staying = await tunnel()
  for (let gone = 0; gone < 50; gone += 1) (await tunnel()).resetAndDestroy()
  await pollUntil(async () => (await countConnections(app)) <= before)
  staying.destroy()
  t.equal((await fetch(`${base}/api/health`)).status, 200)
})

t.test('credentials are checked before a body is read', async (t) => {
  const { socket, answered } = await dial(base)
  socket.write(
    `POST ${session} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{"never":`,
  )
  t.equal((await answered(1))[0]?.status, 401)
  socket.destroy()
})
