import { setImmediate as others } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { ConcurrencyLimiter } from '#src/http/rate-limit/concurrency-limiter.ts'

const limits = { runningMax: 2, runningPerCallerMax: 1, queueMax: 3, runningOrQueuedPerCallerMax: 3, waitMs: 60_000 }

const refusal = (acquired: Promise<unknown>) =>
  acquired.then(
    () => 'none',
    (error: unknown) => (error instanceof Problem ? `${error.code} ${error.retryAfter}` : String(error)),
  )

t.test('a limited number runs at once, and of one caller no more than its share', async (t) => {
  const limiter = new ConcurrencyLimiter(limits)
  const started: string[] = []
  const acquire = async (caller: string) => {
    const release = await limiter.acquire(caller)
    started.push(caller)
    return release
  }
  const [first, second, other, third] = [acquire('a'), acquire('a'), acquire('b'), acquire('c')]
  await others()
  t.same(started, ['a', 'b'], 'the second of one caller is passed over')
  ;(await other)()
  await others()
  t.same(started, ['a', 'b', 'c'])
  const release = await first
  release()
  release()
  await others()
  t.same(started, ['a', 'b', 'c', 'a'], 'a place is given back once')
  ;(await second)()
  ;(await third)()
})

t.test('too many of one caller are 429, too many of all 503, both with Retry-After', async (t) => {
  const limiter = new ConcurrencyLimiter(limits)
  const waiting = ['a', 'a', 'a', 'b', 'c'].map((caller) => refusal(limiter.acquire(caller)))
  await others()
  t.equal(await refusal(limiter.acquire('a')), 'rate_limited 30')
  t.equal(await refusal(limiter.acquire('d')), 'overloaded 30')
  limiter.close()
  await Promise.all(waiting)
})

t.test('a request that waited too long is refused: 429 for its caller’s own work, 503 for that of all', async (t) => {
  const limiter = new ConcurrencyLimiter({ ...limits, waitMs: 1 })
  await limiter.acquire('a')
  t.equal(await refusal(limiter.acquire('a')), 'rate_limited 1')
  await limiter.acquire('b')
  t.equal(await refusal(limiter.acquire('c')), 'overloaded 1')
})

t.test('a client that disconnects leaves the queue, and the next one gets its permit', async (t) => {
  const limiter = new ConcurrencyLimiter(limits)
  const release = await limiter.acquire('a')
  const gone = new AbortController()
  const waiting = refusal(limiter.acquire('a', gone.signal))
  const next = limiter.acquire('a')
  gone.abort(new Problem('not_found'))
  t.match(await waiting, /^not_found/)
  release()
  ;(await next)()
})

t.test('a closed limiter refuses waiting and later requests', async (t) => {
  const limiter = new ConcurrencyLimiter(limits)
  await limiter.acquire('a')
  const waiting = refusal(limiter.acquire('a'))
  limiter.close()
  t.match(await waiting, /^shutting_down/)
  t.match(await refusal(limiter.acquire('b')), /^shutting_down/)
})
