import { sql } from 'kysely'
import t from 'tap'
import { callProvider } from '#src/research/providers/call.ts'
import { sendAtRate } from '#src/research/providers/rate-limit.ts'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/local-server.ts'
import { holdDeadlines } from './http/deadlines.ts'

const { db } = await freshDatabase(t)
const unavailable = { failed: 'provider_unavailable', isUncertain: true }
const unreadable = { failed: 'unreadable', isUncertain: true }
const answers = {
  '/json': [200, {}, '{"tide":"low"}', { json: { tide: 'low' } }],
  '/other': [200, {}, '{"tide":"unknown"}', { failed: 'unreadable' }],
  '/limited': [429, { 'retry-after': '30' }, '{}', { failed: 'rate_limited', retryAfterMs: 30_000 }],
  '/limited-untold': [429, {}, '{}', { failed: 'rate_limited' }],
  '/key': [401, {}, '{"detail":"a secret word"}', { failed: 'provider_refused' }],
  '/late': [408, {}, '{}', unavailable],
  '/request': [400, {}, '{}', { failed: 'provider_refused' }],
  '/broken': [500, {}, 'stack trace', unavailable],
  '/closed': [503, { 'retry-after': '5' }, '', { failed: 'rate_limited', isUncertain: true, retryAfterMs: 5_000 }],
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
  const deadlines = holdDeadlines(t)
  const mute = await startServer(t, () => deadlines[0]?.pass())
  const elsewhere = await startServer(t, (_, response) => response.writeHead(302, { location: mute.base }).end())
  const parse = (json: unknown) => ({ json })
  const call = { path: '/', signal: new AbortController().signal, body: {} }
  t.strictSame(await callProvider(mute.base, call, parse), { failed: 'timed_out', isUncertain: true })
  const slice = new AbortController()
  const cut = callProvider(mute.base, { path: '/', signal: slice.signal }, parse)
  slice.abort()
  t.strictSame(await cut, unavailable)
  t.strictSame(await callProvider(elsewhere.base, { ...call, body: undefined }, parse), { failed: 'provider_refused' })
  t.equal(mute.requests.length, 1, 'no key goes to a private address that was not set')
  t.strictSame(await callProvider('http://127.0.0.1:65535', call, parse), { failed: 'provider_unavailable' })
})

const context = { db, signal: new AbortController().signal }
const nextAt = async (name: string) =>
  (await db.selectFrom('provider_rate_limits').select('next_at').where('name', '=', name).executeTakeFirst())?.next_at

t.test('each request takes a slot of its own of the shared limit, whichever process sends it', async (t) => {
  const rateLimit = { name: 'apart', intervalMs: 20 }
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow()
  const sent: string[] = []
  const sendBy = (who: string) => sendAtRate(context, { ...rateLimit }, async () => sent.push(who))
  await Promise.all(['one', 'other', 'one', 'other'].map(sendBy))
  t.same(sent.toSorted(), ['one', 'one', 'other', 'other'])
  t.ok(((await nextAt('apart'))?.getTime() ?? 0) >= now.getTime() + 80, 'four places were taken')
})

t.test('a temporary refusal is a pause for every process; a failure is not', async (t) => {
  const cases = [
    [{ failed: 'rate_limited' }, 60_000],
    [{ failed: 'rate_limited', retryAfterMs: 1 }, 5_000],
    [{ failed: 'rate_limited', retryAfterMs: 90_000 }, 90_000],
    [{ failed: 'provider_unavailable' }, undefined],
    [{ failed: 'provider_refused' }, undefined],
  ] as const
  for (const [at, [answer, ms]] of cases.entries()) {
    const rateLimit = { name: `pause ${at}`, intervalMs: 1 }
    const before = Date.now()
    const result = await sendAtRate(context, rateLimit, async () => answer)
    t.equal(result, answer)
    const nextMs = (await nextAt(rateLimit.name))?.getTime() ?? 0
    t.ok(ms === undefined ? nextMs - Date.now() <= 1 : nextMs - before >= ms, JSON.stringify(answer))
    if (ms === 90_000) {
      const sent: unknown[] = []
      const next = await sendAtRate(context, rateLimit, async () => sent.push('x'))
      t.match(next, { failed: 'rate_limited', retryAfterMs: 5_000 })
      t.same(sent, [], 'no request is sent during the pause')
    }
  }
})

t.test('a request that is aborted while it waits for its slot fails, and is not sent', async (t) => {
  const rateLimit = { name: 'stopped', intervalMs: 3_000 }
  await sendAtRate(context, rateLimit, async () => 'first')
  const cut = new AbortController()
  const sent: unknown[] = []
  const second = sendAtRate({ db, signal: cut.signal }, rateLimit, async () => sent.push('x'))
  setImmediate(() => cut.abort())
  t.same(await second, { failed: 'provider_unavailable' })
  const before = { name: 'stopped before', intervalMs: 1 }
  const answer = await sendAtRate({ db, signal: cut.signal }, before, async () => sent.push('x'))
  t.same(answer, { failed: 'provider_unavailable' }, 'before it began')
  t.same(sent, [])
})
