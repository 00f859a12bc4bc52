import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createRateLimiter } from '#src/http/rate-limit/rate-limiter.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { createTestContext, openApp } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

t.test('storage is checked once a second, however many readiness probes there are', async (t) => {
  const { config, db } = await createTestContext(t)
  let evaluations = 0
  let reason: string | undefined
  const isReady = async () => {
    evaluations += 1
    return reason
  }
  const app = await openApp(t, config, { db }, isReady)
  let now = performance.now()
  t.intercept(performance, 'now', { value: () => now })
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject('/ready')))
    return [...new Set(answers.map(({ statusCode }) => statusCode))]
  }
  t.same(await statuses(), [200])
  reason = 'Storage does not answer'
  t.same(await statuses(), [200], 'within the second')
  t.equal(evaluations, 1)
  now += 1_000
  t.same(await statuses(), [503])
  t.equal(evaluations, 2)
})

t.test('the reason names the code of a failure, and nothing else of it', async (t) => {
  const failWith = (code: unknown) => {
    const get = () => {
      throw Object.assign(new Error('password mill'), { code })
    }
    return createReadinessCheck(new Proxy({}, { get }) as never)()
  }
  t.equal(await failWith('ECONNREFUSED'), 'Storage does not answer (ECONNREFUSED)')
  for (const code of ['password mill', 1_234_567, undefined])
    t.equal(await failWith(code), 'Storage does not answer', String(code))
})

/** Replaced by hand: an interceptor of tap keeps a stack of each call, and one test makes fifty thousand. */
function clock(t: Test) {
  const { now: real } = performance
  let now = 1_000
  performance.now = () => now
  t.teardown(() => {
    performance.now = real
  })
  return (ms: number) => {
    now += ms
  }
}

t.test('a window begins with the first request of a key and ends a minute later', async (t) => {
  const pass = clock(t)
  const limit = createRateLimiter()
  const take = (key: string) => limit(key, 1)?.retryAfter
  t.equal(take('a'), undefined)
  pass(19_970)
  t.equal(take('a'), 41, 'whole seconds that outlast the window')
  t.equal(take('b'), undefined, 'another key has a window of its own')
  pass(40_030)
  t.equal(take('a'), undefined, 'the next window')
  t.equal(take('b'), 20)
  pass(20_000)
  t.equal(take('a'), 40)
})

t.test('beyond its maximum of keys it evicts those that end first', async (t) => {
  const pass = clock(t)
  const limit = createRateLimiter()
  for (let key = 0; key < 50_002; key += 1) {
    limit(`key ${key}`, 1)
    pass(0.1)
  }
  t.match(limit('key 2', 1), { code: 'rate_limited' })
  t.equal(limit('key 1', 1), undefined, 'it was forgotten')
})

t.test('an overloaded process sheds requests, serves its health all the same, and recovers', async (t) => {
  const context = await createTestContext(t, { EVENT_LOOP_DELAY_MS_MAX: '100' })
  const read = () => context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`)
  let isBusy = true
  const keepBusy = () => {
    for (const end = performance.now() + 150; performance.now() < end; );
    if (isBusy) setTimeout(keepBusy)
  }
  keepBusy()
  const shed = await pollUntil(async () => {
    const answer = await read()
    return answer.status === 503 && answer
  }, 30_000)
  t.match(shed, { body: { code: 'overloaded' } })
  t.ok(Number(shed.headers['retry-after']) >= 1)
  t.match(await context.call(null, 'GET', '/api/health'), { status: 200 })
  t.equal((await context.app.inject('/ready')).statusCode, 200, 'the balancer does not lose every replica at once')
  t.equal((await context.app.inject('/metrics')).statusCode, 200, 'and the overload is seen')
  isBusy = false
  await pollUntil(async () => (await read()).status === 200, 30_000)
})

t.test('a stall shorter than the limit sheds no request, even when nothing could be measured in it', async (t) => {
  const context = await createTestContext(t, { EVENT_LOOP_DELAY_MS_MAX: '60000' })
  // A little longer than the interval of the measurement, and the loop runs once: its first value needs two iterations.
  for (let stalls = 4; stalls > 0; stalls -= 1) {
    for (const end = performance.now() + 1_100; performance.now() < end; );
    // The first comes before the timers of the iteration, the second after them.
    await setImmediate()
    await setImmediate()
  }
  t.match(await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`), { status: 200 })
})
