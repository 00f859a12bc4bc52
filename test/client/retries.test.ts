import t from 'tap'
import { ProblemError } from '../../src/clients/typescript/errors.ts'
import {
  createClient,
  isProblemError,
  UnexpectedResponseError,
  UnknownOutcomeError,
} from '../../src/clients/typescript/index.ts'
import { waitBeforeRetry } from '../../src/clients/typescript/retry.ts'
import { researchKey } from '../support/settings.ts'
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
    t.match(await client.call('restoreInterview', { path }), { status: 'ok', session: null })
    t.same(waits, [1_000])
    t.equal(passed.length, 2)
  })

  t.test(`${status} without Retry-After is thrown at once, with its typed code`, async (t) => {
    faults.push({ status, body: buildRefusal(code) })
    const refused = await client.call('restoreInterview', { path }).catch((error) => error)
    t.ok(isProblemError(refused, code))
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

t.test(
  'a response that never comes is lost after its timeout, and after the last try an UnknownOutcomeError is thrown',
  async (t) => {
    faults.push('silent', 'silent')
    const call = client.call('checkHealth', {}, { tryMs: 50, triesMax: 2 })
    await t.rejects(call, UnknownOutcomeError)
    await t.rejects(call, { operationId: 'checkHealth', message: /2 tries/ })
    t.equal(passed.length, 2)
  },
)

t.test('the caller’s signal ends a call that waits for a response, and one that waits for its next try', async (t) => {
  const stop = new AbortController()
  faults.push('silent')
  const waiting = client.call('checkHealth', {}, { signal: stop.signal })
  stop.abort(new Error('left the page'))
  await t.rejects(waiting, { message: 'left the page' })

  const leave = new AbortController()
  faults.length = 0
  faults.push({ status: 503, body: buildRefusal('overloaded'), retryAfter: 60 })
  const patient = createClient({ ...options, onRetry: () => leave.abort(new Error('left again')) })
  await t.rejects(patient.call('checkHealth', {}, { signal: leave.signal }), { message: 'left again' })
})

t.test('a response outside the contract, as a page of a proxy, is neither accepted nor retried', async (t) => {
  for (const status of [502, 200]) {
    faults.push({ status, body: '<html>Sign in to the network</html>', retryAfter: 1 })
    await t.rejects(client.call('checkHealth', {}), UnexpectedResponseError)
  }
  t.equal(passed.length, 2)
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
  const both = createClient({ ...options, researchKey, schedulerSecret: 'of the scheduler alone' })
  await both.call('checkHealth', {})
  await both.call('restoreInterview', { path })
  const sourceId = (await context.addSource('A text with enough to quote.')).sourceId
  await both.call('readResearchEvidence', { path: { ...path, evidenceId: sourceId } })
  const keyed = createClient({ baseUrl: options.baseUrl, researchKey })
  await keyed.call('readResearchEvidence', { path: { ...path, evidenceId: sourceId } })
  const kinds = passed.map(({ headers }) => [headers.authorization !== undefined, 'x-service-research-key' in headers])
  t.same(kinds, [
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ])
})

t.test('the waits after lost responses grow, and a refusal without Retry-After has none', (t) => {
  const lost = [1, 2, 3, 4].map((tries) => waitBeforeRetry(new Error('cut'), tries, () => 1))
  t.same(lost, [250, 500, 1_000, 2_000])
  const internal = {
    ...({ status: 500, code: 'internal', error: 'Something failed' } as const),
    retryAfterMs: undefined,
    requestId: undefined,
  }
  t.equal(
    waitBeforeRetry(new ProblemError('checkHealth', internal), 1, () => 1),
    undefined,
  )
  t.end()
})

t.test('a refused connection names the address and the cause', async (t) => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:3179', retry: { triesMax: 1 } })
  await t.rejects(client.call('checkHealth', {}), {
    name: 'UnknownOutcomeError',
    message: /checkHealth: no answer came from http:\/\/127\.0\.0\.1:3179 in 1 tries \(.*ECONNREFUSED/,
  })
})
