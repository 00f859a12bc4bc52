import t from 'tap'
import { fetchJson } from '#src/research/providers/http/index.ts'
import { startServer } from './outside.ts'

const answers = {
  '/json': [200, {}, '{"tide":"low"}', { json: { tide: 'low' } }],
  '/limited': [429, { 'retry-after': '30' }, '{}', { failure: 'rate_limited', retryAfterMs: 30_000 }],
  '/limited-untold': [429, {}, '{}', { failure: 'rate_limited', retryAfterMs: undefined }],
  '/key': [401, {}, '{"detail":"a secret word"}', { failure: 'refused' }],
  '/late': [408, {}, '{}', { failure: 'late_request' }],
  '/request': [422, {}, '{}', { failure: 'refused' }],
  '/broken': [500, {}, 'stack trace', { failure: 'unavailable', retryAfterMs: undefined }],
  '/closed': [503, { 'retry-after': '5' }, '', { failure: 'unavailable', retryAfterMs: 5_000 }],
  '/html': [200, {}, '<html>', { failure: 'malformed' }],
  '/empty': [200, {}, '', { failure: 'malformed' }],
  '/bytes': [200, {}, Buffer.from([0x22, 0xff, 0x22]), { failure: 'malformed' }],
  '/huge': [200, {}, `"${'x'.repeat(2_000)}"`, { failure: 'too_large' }],
} as const

t.test('the result is the JSON of the response, or the name of the failure', async (t) => {
  const server = await startServer(t, (request, response) => {
    const [status, headers, body] = answers[request.url as keyof typeof answers]
    response.writeHead(status, headers).end(body)
  })
  const call = { signal: new AbortController().signal, deadlineMs: 5_000, bytesMax: 1_000 }
  for (const [path, [, , , outcome]] of Object.entries(answers)) {
    t.match(await fetchJson(server.base, { ...call, path }), outcome, path)
  }
  t.match(server.requests[0]?.headers.accept, 'application/json')
})
