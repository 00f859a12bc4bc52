import { setImmediate as others } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { ConcurrencyLimiter } from '#src/http/rate-limit/concurrency-limiter.ts'

const limits = { runningMax: 2, runningPerCallerMax: 1, admittedMax: 20, admittedPerCallerMax: 3, waitMs: 60_000 }

const refusal = (acquired: Promise<unknown>) =>
  acquired.then(
    () => 'none',
    (error: unknown) => (error instanceof Problem ? `${error.code} ${error.retryAfter}` : String(error)),
  )

/** Notes in which order callers get a place; `end` gives back the first one of a caller that has it. */
function observe(limiter: ConcurrencyLimiter) {
  const started: string[] = []
  const releases = new Map<string, (() => void)[]>()
  const acquire = async (caller: string) => {
    const release = await limiter.acquire(caller)
    started.push(caller)
    releases.set(caller, [...(releases.get(caller) ?? []), release])
  }
  const end = async (caller: string) => {
    releases.get(caller)?.shift()?.()
    await others()
  }
  return { started, acquire, end }
}

t.test('a limited number runs at once, and of one caller no more than its share', async (t) => {
  const { started, acquire, end } = observe(new ConcurrencyLimiter(limits))
  const all = ['a', 'a', 'b', 'c'].map(acquire)
  await others()
  t.same(started, ['a', 'b'], 'the second of one caller is passed over')
  await end('b')
  t.same(started, ['a', 'b', 'c'])
  await end('a')
  t.same(started, ['a', 'b', 'c', 'a'])
  await Promise.all(all)
})

t.test('a place is given back once', async (t) => {
  const limiter = new ConcurrencyLimiter({ ...limits, runningMax: 1 })
  const release = await limiter.acquire('a')
  release()
  release()
  await limiter.acquire('b')
  const next = refusal(limiter.acquire('c'))
  t.equal(await Promise.race([next, others().then(() => 'waits')]), 'waits')
  limiter.close()
  await next
})

t.test('waiting callers take turns: a newcomer waits for one of each other caller, not for all of them', async (t) => {
  const { started, acquire, end } = observe(new ConcurrencyLimiter({ ...limits, runningMax: 1 }))
  const crowd = ['a', 'a', 'a', 'b', 'b', 'b'].map(acquire)
  const newcomer = acquire('c')
  await others()
  while (started.length < 7) await end(started.at(-1) ?? '')
  t.same(started, ['a', 'a', 'b', 'c', 'a', 'b', 'b'])
  await Promise.all([...crowd, newcomer])
})

t.test('one caller gets half of the places, a further one its share of the rest; a newcomer finds one', async (t) => {
  const limiter = new ConcurrencyLimiter({
    ...limits,
    runningPerCallerMax: 400,
    admittedMax: 400,
    admittedPerCallerMax: 400,
  })
  const fill = async (caller: string) => {
    const waiting: Promise<unknown>[] = []
    const codes: string[] = []
    for (; codes.length === 0; await others()) {
      waiting.push(limiter.acquire(caller).catch(({ code }: Problem) => void codes.push(code)))
      await others()
    }
    t.same(codes, ['rate_limited'])
    return waiting.length - 1
  }
  t.same([await fill('a'), await fill('b'), await fill('c')], [200, 100, 50])
  const lone = Array.from({ length: 50 }, (_, at) => refusal(limiter.acquire(`lone ${at}`)))
  await others()
  t.equal(await refusal(limiter.acquire('one more')), 'overloaded 30')
  limiter.close()
  t.same([...new Set(await Promise.all(lone))], ['shutting_down 1'])
  t.equal(await refusal(limiter.acquire('later')), 'shutting_down 1')
})

t.test('a request that waited too long is refused: 429 for its caller’s own work, 503 for that of all', async (t) => {
  const limiter = new ConcurrencyLimiter({ ...limits, waitMs: 1 })
  const release = await limiter.acquire('a')
  t.equal(await refusal(limiter.acquire('a')), 'rate_limited 1')
  await limiter.acquire('b')
  t.equal(await refusal(limiter.acquire('c')), 'overloaded 1')
  release()
  t.equal(await refusal(limiter.acquire('c')), 'none', 'and leaves nothing behind in the queue')
})

t.test('a permit is held for its least time, though its work has ended: no more begin in that time', async (t) => {
  const limits = { runningMax: 5, runningPerCallerMax: 5, admittedMax: 100, waitMs: 1 }
  const slow = new ConcurrencyLimiter({ ...limits, heldMsMin: 900_000 })
  for (let at = 0; at < 5; at += 1) (await slow.acquire(`${at}`))()
  t.equal(await refusal(slow.acquire('b')), 'overloaded 1', 'it would start in a quarter of an hour')
  const paced = new ConcurrencyLimiter({ ...limits, heldMsMin: 20, waitMs: 60_000 })
  const startedAt = performance.now()
  for (let at = 0; at < 30; at += 1) (await paced.acquire('a'))()
  t.ok(performance.now() - startedAt >= 90, 'thirty take five times that long after the first five')
})
