import t from 'tap'
import {
  createClient,
  isProblemError,
  UnexpectedResponseError,
  UnknownOutcomeError,
} from '../../src/clients/typescript/index.ts'
import { buildRequest } from '../../src/clients/typescript/request.ts'
import { waitBeforeRetry } from '../../src/clients/typescript/retry.ts'
import { buildRefusal, createClientContext } from './client-context.ts'

const { client, context, options, faults, passed, waits } = await createClientContext(t)
const path = { id: context.artistId }

t.beforeEach(() => {
  faults.length = 0
  passed.length = 0
  waits.length = 0
})

for (const [status, code] of [
  [503, 'persistence_unavailable'],
  [429, 'rate_limited'],
] as const) {
  t.test(`${status} with Retry-After is retried after that time, and the later response counts`, async (t) => {
    faults.push({ status, body: buildRefusal(code), retryAfter: 1 })
    const startedMs = performance.now()
    t.match(await client.call('restoreInterview', { path }), { status: 'ok', session: null })
    t.ok(performance.now() - startedMs >= 990)
    t.same(waits, [1_000])
    t.equal(passed.length, 2)
  })

  t.test(`${status} without Retry-After is thrown at once, with its typed code`, async (t) => {
    faults.push({ status, body: buildRefusal(code) })
    const refused = await client.call('restoreInterview', { path }).catch((error) => error)
    const matches = [isProblemError(refused), isProblemError(refused, code), isProblemError(refused, 'internal')]
    t.same(matches, [true, true, false])
    t.match(refused, { operationId: 'restoreInterview', status, code, message: 'Not now', retryAfterMs: undefined })
    t.equal(passed.length, 1)
  })
}

t.test('a conflict is never retried, whatever its headers', async (t) => {
  faults.push({ status: 409, body: buildRefusal('state_changed'), retryAfter: 1 })
  await t.rejects(client.call('restoreInterview', { path }), { status: 409, code: 'state_changed' })
  t.equal(passed.length, 1)
})

t.test('a wait that would pass the deadline is not begun', async (t) => {
  faults.push({ status: 429, body: buildRefusal('rate_limited'), retryAfter: 60 })
  const refused = client.call('restoreInterview', { path }, { deadlineMs: 5_000 })
  await t.rejects(refused, { code: 'rate_limited', retryAfterMs: 60_000 })
  t.equal(passed.length, 1)
})

t.test('a request with a lost or cut response is retried; the work is done once', async (t) => {
  faults.push('lost', 'half')
  const requestId = crypto.randomUUID()
  const { session } = await client.call('startInterviewSitting', { path, body: { requestId } })
  t.match(session, { sitting: 1, state: 'active' })
  t.equal(passed.length, 3)
  t.equal(new Set(passed.map(({ body }) => body)).size, 1, 'the same words each time')
  t.equal((await context.db.selectFrom('interview_sessions').selectAll().execute()).length, 1)
})

t.test('a response that never comes ends at its timeout, the last try as an UnknownOutcomeError', async (t) => {
  faults.push('silent', 'silent')
  const call = client.call('checkHealth', {}, { tryMs: 50, triesMax: 2 })
  await t.rejects(call, UnknownOutcomeError)
  await t.rejects(call, { operationId: 'checkHealth', message: /2 tries/ })
  t.equal(passed.length, 2)
})

t.test('the caller’s signal ends a call that waits for a response, and one that waits for its next try', async (t) => {
  const stop = new AbortController()
  faults.push('silent')
  const waiting = client.call('checkHealth', {}, { signal: stop.signal, triesMax: 1 })
  stop.abort(new Error('left the page'))
  await t.rejects(waiting, { message: 'left the page' })
  const unsent = createClient({ ...options, fetch: async () => t.fail('sent') as never })
  await t.rejects(unsent.call('checkHealth', {}, { signal: stop.signal }), { message: 'left the page' })

  faults.length = 0
  for (const soon of [(leave: () => void) => leave(), setImmediate]) {
    const leave = new AbortController()
    faults.push({ status: 503, body: buildRefusal('overloaded'), retryAfter: 600 })
    const patient = createClient({ ...options, onRetry: () => void soon(() => leave.abort(new Error('left again'))) })
    const call = patient.call('checkHealth', {}, { signal: leave.signal, deadlineMs: 1_000_000 })
    await t.rejects(call, { message: 'left again' })
  }
})

t.test('a response outside the contract, as a page of a proxy, is neither accepted nor retried', async (t) => {
  for (const [status, body] of [
    [502, `${'x'.repeat(200)}, and more`],
    [200, '<html>Sign in to the network</html>'],
    [503, '{"status":"error","error":"Not now"}'],
    [503, '{"status":"error","code":"overloaded"}'],
  ] as const) {
    faults.push({ status, body, retryAfter: 1 })
    await t.rejects(
      client.call('checkHealth', {}),
      new UnexpectedResponseError('checkHealth', status, body.slice(0, 200)),
    )
  }
  t.equal(passed.length, 4)
})

t.test('an expired token is renewed once', async (t) => {
  const call: boolean[] = []
  const fresh = await context.token('owner')
  const renewing = createClient({
    ...options,
    token: ({ refusedBefore }) => {
      call.push(refusedBefore)
      return refusedBefore ? fresh : 'a.stale.token'
    },
  })
  t.match(await renewing.call('restoreInterview', { path }), { status: 'ok' })
  t.same(call, [false, true])
  const hopeless = createClient({ ...options, token: () => 'a.stale.token' })
  await t.rejects(hopeless.call('restoreInterview', { path }), { status: 401, code: 'not_signed_in' })
})

t.test('only the operation’s credentials are sent, the token before the key', async (t) => {
  const all = { token: 'a', researchKey: 'b', schedulerSecret: 'c' }
  for (const [id, credentials, headers] of [
    ['checkHealth', all, {}],
    ['restoreInterview', all, { authorization: 'Bearer a' }],
    ['restoreInterview', { researchKey: 'b' }, {}],
    ['readResearchEvidence', all, { authorization: 'Bearer a' }],
    ['readResearchEvidence', { researchKey: 'b' }, { 'x-service-research-key': 'b' }],
    ['readResearchEvidence', {}, {}],
    ['runResearchScheduler', all, { authorization: 'Bearer c' }],
    ['runResearchScheduler', { token: 'a' }, {}],
  ] as const)
    t.same((await buildRequest('', id, {}, credentials, false)).init.headers, headers, id)
  const parts = { headers: { 'If-Match': '"a"' } }
  t.same((await buildRequest('', 'reviseInterviewResponse', parts, {}, false)).init.headers, parts.headers)
})

t.test('the waits after lost responses grow up to eight seconds', (t) => {
  const lost = [1, 2, 6, 7].map((tries) => waitBeforeRetry(new Error('cut'), tries, () => 1))
  t.same(lost, [250, 500, 8_000, 8_000])
  t.end()
})

t.test('a refused connection names the address and the cause', async (t) => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:3179', retry: { triesMax: 1 } })
  const message = /checkHealth: no answer came from http:\/\/127\.0\.0\.1:3179 in 1 tries \(.*ECONNREFUSED/
  await t.rejects(client.call('checkHealth', {}), { name: 'UnknownOutcomeError', message })
  const cause = new AggregateError([new Error('ECONNREFUSED ::1'), new Error('ECONNREFUSED 127.0.0.1')])
  const lost = new UnknownOutcomeError('checkHealth', 1, new TypeError('fetch failed', { cause }))
  t.match(lost, { message: /\(ECONNREFUSED ::1\)/ })
})
