import t from 'tap'
import { callProvider } from '#src/research/providers/call.ts'
import { startServer } from './http/outside.ts'

const unavailable = { failed: 'provider_unavailable', isUncertain: true }
const unreadable = { failed: 'unreadable', isUncertain: true }
const answers = {
  '/json': [200, {}, '{"tide":"low"}', { json: { tide: 'low' } }],
  '/other': [200, {}, '{"tide":"unknown"}', { failed: 'unreadable' }],
  '/limited': [429, { 'retry-after': '30' }, '{}', { failed: 'rate_limited', retryAfterMs: 30_000 }],
  '/limited-untold': [429, {}, '{}', { failed: 'rate_limited' }],
  '/key': [401, {}, '{"detail":"a secret word"}', { failed: 'provider_refused' }],
  '/late': [408, {}, '{}', unavailable],
  '/request': [422, {}, '{}', { failed: 'provider_refused' }],
  '/broken': [500, {}, 'stack trace', unavailable],
  '/closed': [503, { 'retry-after': '5' }, '', { ...unavailable, retryAfterMs: 5_000 }],
  '/html': [200, {}, '<html>', unreadable],
  '/empty': [200, {}, '', unreadable],
  '/bytes': [200, {}, Buffer.from([0x22, 0xff, 0x22]), unreadable],
  '/huge': [200, {}, `"${'x'.repeat(2_000)}"`, { failed: 'too_large', isUncertain: true }],
} as const

t.test('the result is what the JSON says, or the name of the failure', async (t) => {
  const server = await startServer(t, (request, response) => {
    const [status, headers, body] = answers[request.url as keyof typeof answers]
    response.writeHead(status, headers).end(body)
  })
  const call = { signal: new AbortController().signal, deadlineMs: 5_000, bytesMax: 1_000 }
  for (const [path, [, , , outcome]] of Object.entries(answers)) {
    const parse = (json: unknown) => ((json as { tide: string }).tide === 'unknown' ? undefined : { json })
    t.strictSame(await callProvider(server.base, { ...call, path }, parse), outcome, path)
  }
  t.match(server.requests[0]?.headers.accept, 'application/json')
})

t.test('a call ends at its deadline or with its signal, and one that was not sent is certain', async (t) => {
  const mute = await startServer(t, () => {})
  const elsewhere = await startServer(t, (_, response) => response.writeHead(302, { location: mute.base }).end())
  const parse = (json: unknown) => ({ json })
  const call = { signal: new AbortController().signal, body: {} }
  t.strictSame(await callProvider(mute.base, { ...call, deadlineMs: 50 }, parse), {
    failed: 'timed_out',
    isUncertain: true,
  })
  const slice = new AbortController()
  const cut = callProvider(mute.base, { signal: slice.signal }, parse)
  slice.abort()
  t.strictSame(await cut, unavailable)
  t.strictSame(await callProvider(elsewhere.base, { signal: call.signal }, parse), { failed: 'provider_refused' })
  t.equal(mute.requests.length, 1, 'no key goes to a private address that was not set')
  t.strictSame(await callProvider('http://127.0.0.1:65535', call, parse), { failed: 'provider_unavailable' })
})
