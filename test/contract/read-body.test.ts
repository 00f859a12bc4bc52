import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { createListeningContext } from '../support/listening-context.ts'
import { converse, countConnections, dial } from '../support/sockets.ts'
import { pollUntil } from '../support/until.ts'

const context = await createListeningContext(t)
const { base } = context
const token = await context.token('owner')
const path = `/api/artist/${context.artistId}/interview/session`
const requestId = '0199d9a2-7c11-7a55-9f10-2f6d1a4b7c01'

/** A request whose body has this length, or comes in chunks. */
const head = (length: number | 'chunked') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`
const whole = (body: string) => head(Buffer.byteLength(body)) + body
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** A connection, and the statuses of its responses once there are so many. */
async function openConnection() {
  const { answered, ...connection } = await dial(base)
  return { ...connection, answered: async (times: number) => (await answered(times)).map(({ status }) => status) }
}

const body = JSON.stringify({ requestId })

t.test('a body is read in any framing', async (t) => {
  const { socket, answered, received } = await openConnection()
  socket.write(whole(body))
  const first = (await answered(1))[0]
  t.ok(first === 200 || first === 201)
  for (const byte of whole(body)) {
    socket.write(byte)
    await after(0)
  }
  t.equal((await answered(2))[1], 200, 'byte by byte')
  socket.write(head('chunked') + chunk(body.slice(0, 7)) + chunk(body.slice(7)))
  await after(50)
  t.equal((await answered(2)).length, 2, 'chunks end when they say so')
  socket.write('0\r\n\r\n')
  t.equal((await answered(3))[2], 200)
  const sessions = received().match(/"id":"[0-9a-f-]{36}"/g)
  t.equal(new Set(sessions).size, 1, 'each of them was the same request')
  socket.destroy()
})

t.test('an immediate refusal leaves the connection usable for the next request', async (t) => {
  const { socket, answered } = await openConnection()
  socket.write(whole('{"requestId":7}') + whole(body) + whole('{') + whole(body))
  t.same(await answered(4), [400, 200, 400, 200])
  socket.write(whole(body))
  t.same(await answered(5), [400, 200, 400, 200, 200])
  socket.destroy()
})

t.test('a missing body is none, in any framing', async (t) => {
  const unsaid = whole('').replace('Content-Length: 0\r\n', '')
  for (const sent of [whole(''), `${head('chunked')}0\r\n\r\n`, unsaid, unsaid.replace('HTTP/1.1', 'HTTP/1.0')]) {
    const { socket, answered, received } = await openConnection()
    socket.write(sent)
    t.same(await answered(1), [400])
    t.match(received(), /body: is required/)
    socket.destroy()
  }
})

t.test('a client that disconnects in the middle leaves nothing behind', async (t) => {
  const before = await countConnections(context.app)
  for (const sent of [`${head(50)}{"requestId":`, head('chunked') + chunk('{"requestId":')]) {
    const { socket } = await openConnection()
    const begun = once(context.app.server, 'request')
    socket.write(sent)
    await begun
    socket.resetAndDestroy()
  }
  await pollUntil(async () => (await countConnections(context.app)) <= before)
  t.equal((await fetch(`${base}/api/health`)).status, 200)
})

t.test('a caller who hangs up within a body is no outage', async (t) => {
  const { app, base } = await createListeningContext(t)
  const { socket } = await dial(base)
  const type = 'Content-Type: application/json\r\n'
  const begun = once(app.server, 'request')
  socket.write(`POST /api/research/advance HTTP/1.1\r\nHost: x\r\n${type}Content-Length: 40\r\n\r\n{"artistId":`)
  const problems = async () =>
    (await app.inject('/metrics')).payload.match(/^sittings_http_problems_total\{[^}]*advanceResearch[^}]*\}/gm) ??
    undefined
  await begun
  socket.destroy()
  const counted = await pollUntil(problems)
  t.match(counted, [/code="invalid_request"/])
})

t.test('a slow request is ended near its limit, with the one error body', async (t) => {
  const limitMs = 1_500
  const { base } = await createListeningContext(t, { REQUEST_TIMEOUT_MS: `${limitMs}` })
  const requests = {
    'slow headers': 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'a slow body':
      'POST /api/research/advance HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
  }
  const startedMs = performance.now()
  const ended = Object.entries(requests).map(async ([name, bytes]) => {
    const [answer] = (await converse(base, bytes)).answers
    const ms = performance.now() - startedMs
    t.match(`${answer?.status} ${answer?.body}`, /^400 .*"status":"error","code":"invalid_request"/, name)
    t.ok(ms >= limitMs && ms < limitMs + 10_000, `${name}: within a second of its limit, give or take a busy machine`)
  })
  t.same((await converse(base, '')).answers, [], 'a connection that has sent nothing gets none')
  await Promise.all(ended)
})
