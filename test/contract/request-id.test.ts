import t from 'tap'
import { ProblemError } from '#src/clients/typescript/errors.ts'
import { createClient } from '#src/clients/typescript/index.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { converse } from '../support/sockets.ts'

const { base, artistId, send, token } = await createListeningContext(t)
const session = `/api/artist/${artistId}/interview/session`

const readRequestId = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(base + path, { method, headers })
  await response.arrayBuffer()
  return response.headers.get('x-request-id')
}

const readIdOf = async (bytes: string) => (await converse(base, bytes)).answers[0]?.headers.get('x-request-id') ?? ''

t.test('every response and refusal carries an id of its own', async (t) => {
  const owner = { authorization: `Bearer ${await token('owner')}` }
  const chat = await send('owner', 'POST', `/api/onboarding/${artistId}/chat`, { type: 'open' })
  await chat.text()
  const ids = [
    chat.headers.get('x-request-id'),
    await readRequestId('/api/health'),
    await readRequestId('/api/health'),
    await readRequestId(session, owner),
    await readRequestId(session),
    await readRequestId('/api/nothing'),
    await readRequestId('/api/artist/%zz/x'),
    await readRequestId(session, {}, 'DELETE'),
    await readRequestId('/openapi.json'),
    await readRequestId('/docs/'),
    await readRequestId('/console'),
  ]
  for (const id of ids) t.match(id, /^[A-Za-z0-9_-]{1,64}$/)
  t.equal(new Set(ids).size, ids.length)
})

t.test('a request that the HTTP parser refuses has one too', async (t) => {
  t.match(await readIdOf('GARBAGE\r\n\r\n'), /^[A-Za-z0-9_-]{1,64}$/)
})

t.test("the caller's own id is not taken, which would stand in the log", async (t) => {
  t.not(await readRequestId('/api/health', { 'x-request-id': 'Trace_7-b' }), 'Trace_7-b')
})

t.test('a web page may read it, and the client’s errors have it', async (t) => {
  const page = { origin: 'https://example.org' }
  const response = await fetch(`${base}/api/health`, { headers: page })
  t.match(response.headers.get('access-control-expose-headers'), /X-Request-Id/)
  const client = createClient({ baseUrl: base, token: 'not.a.token' })
  const refused = await client.call('restoreInterview', { path: { id: artistId } }).catch((error) => error)
  t.ok(refused instanceof ProblemError)
  t.match(refused.requestId, /^[A-Za-z0-9_-]{1,64}$/)
})
