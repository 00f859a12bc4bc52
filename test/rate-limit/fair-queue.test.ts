import { setImmediate as nextIteration } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { pickEvicted } from '#src/http/rate-limit/eviction.ts'
import { openFairQueue } from '#src/http/rate-limit/fair-queue.ts'
import { createRateLimiter } from '#src/http/rate-limit/gcra.ts'

/** Work that lasts until the test ends it. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

/** The outcome of a run: its work was done, or the code of its refusal. */
const readOutcome = (run: Promise<unknown>) =>
  run.then(
    () => 'worked',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )

const unpaced = { perSecondMax: 1_000_000, queueMax: 1_000, waitMs: 60_000 }

t.test('a limited number runs at once, and the others in the order of their arrival', async (t) => {
  const queue = openFairQueue({ atOnceMax: 2, ...unpaced })
  const [first, second, third] = [heldWork(), heldWork(), heldWork()]
  const startedMs: string[] = []
  const start = (name: string, { work }: { work: () => Promise<void> }) =>
    queue.run(name, () => {
      startedMs.push(name)
      return work()
    })
  const all = [start('a', first), start('b', second), start('c', third), start('d', { work: async () => {} })]
  await nextIteration()
  t.same(startedMs, ['a', 'b'])
  second.end()
  await all[1]
  await nextIteration()
  t.same(startedMs, ['a', 'b', 'c'])
  third.end()
  await all[3]
  t.same(startedMs, ['a', 'b', 'c', 'd'])
  first.end()
  await Promise.all(all)
})

t.test('failed work releases its permit', async (t) => {
  const queue = openFairQueue({ atOnceMax: 1, ...unpaced })
  await t.rejects(
    queue.run('a', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  t.equal(await queue.run('a', async () => 'next'), 'next')
})

t.test('a request that cannot be served in time is refused at once, with Retry-After', async (t) => {
  const queue = openFairQueue({ atOnceMax: 1, ...unpaced, queueMax: 4 })
  const { work, end } = heldWork()
  const working = queue.run('a', work)
  const waiting = ['b', 'c', 'd', 'e'].map((of) => queue.run(of, async () => {}))
  const refused = queue.run('f', async () => {})
  await t.rejects(refused, { code: 'overloaded', status: 503, retryAfter: 60 })
  end()
  t.same(await Promise.all([working, ...waiting].map(readOutcome)), Array(5).fill('worked'))
})

t.test('a request that has waited too long is refused', async (t) => {
  const queue = openFairQueue({ atOnceMax: 1, ...unpaced, waitMs: 20 })
  const { work, end } = heldWork()
  const working = queue.run('a', work)
  t.equal(await readOutcome(queue.run('b', async () => {})), 'overloaded')
  end()
  t.equal(await readOutcome(working), 'worked')
  t.equal(await readOutcome(queue.run('b', async () => {})), 'worked', 'and leaves nothing behind in the queue')
})

t.test('a frequent caller cannot keep out an occasional one', async (t) => {
  const queue = openFairQueue({ atOnceMax: 1, ...unpaced, queueMax: 4 })
  const { work, end } = heldWork()
  const working = queue.run('flood', work)
  const flood = Array.from({ length: 40 }, () => readOutcome(queue.run('flood', async () => {})))
  const lone = readOutcome(queue.run('lone', async () => {}))
  end()
  t.equal(await lone, 'worked')
  t.same(Map.groupBy(await Promise.all(flood), (one) => one).get('worked')?.length, 3, 'the last of four gave way')
  await working
})

t.test(
  'evicted is the last request of the caller with the most, or the new one where no caller has more',
  async (t) => {
    const lines: [string, number][] = [
      ['a', 0],
      ['aab', 1],
      ['abab', 3],
      ['baac', 2],
      ['abc', 2],
      ['abba', 3],
      ['aabbc', 3],
    ]
    for (const [line, at] of lines) t.equal(pickEvicted([...line]), at, line)
  },
)

t.test('a request above the rate waits, though none is running', async (t) => {
  const queue = openFairQueue({ ...unpaced, atOnceMax: 2, perSecondMax: 0.001, waitMs: 20 })
  t.equal(await readOutcome(queue.run('a', async () => {})), 'worked')
  t.equal(await readOutcome(queue.run('b', async () => {})), 'overloaded', 'it would start in a quarter of an hour')
  queue.end()
})

t.test('the rate is kept over any time, and a pause saves up no more than a fifth of a second', async (t) => {
  let now = 0
  const limiter = createRateLimiter(50, () => now)
  const begin = () => {
    let started = 0
    for (; limiter.computeMsUntilNext() <= 0; started += 1) limiter.take()
    return started
  }
  t.equal(begin(), 10)
  let started = 0
  for (; now < 10_000; now += 1) started += begin()
  t.ok(started >= 499 && started <= 501, `${started} in ten seconds`)
  now += 3_600_000
  t.equal(begin(), 10)
})

t.test('at the end waiting requests are refused, and no new one starts', async (t) => {
  const queue = openFairQueue({ atOnceMax: 1, ...unpaced })
  const { work, end } = heldWork()
  const working = queue.run('a', work)
  const waiting = readOutcome(queue.run('b', async () => {}))
  queue.end()
  t.equal(await waiting, 'shutting_down')
  t.equal(await readOutcome(queue.run('c', async () => {})), 'shutting_down')
  end()
  t.equal(await readOutcome(working), 'worked')
})
