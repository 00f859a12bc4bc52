import { setImmediate as others } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { pickEvicted } from '#src/http/rate-limit/eviction.ts'
import { openFairQueue } from '#src/http/rate-limit/fair-queue.ts'
import { createRateLimiter } from '#src/http/rate-limit/gcra.ts'

/** Work that lasts until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

/** How a turn ended: with its work, or with the code it was refused with. */
const fate = (turn: Promise<unknown>) =>
  turn.then(
    () => 'worked',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )

const unpaced = { perSecondMax: 1_000_000, lineMax: 1_000, waitMs: 60_000 }

t.test('no more than so many work at once, and the others in the order of their arrival', async (t) => {
  const turns = openFairQueue({ atOnceMax: 2, ...unpaced })
  const [first, second, third] = [held(), held(), held()]
  const began: string[] = []
  const run = (name: string, { work }: { work: () => Promise<void> }) =>
    turns.inTurn(name, () => {
      began.push(name)
      return work()
    })
  const all = [run('a', first), run('b', second), run('c', third), run('d', { work: async () => {} })]
  await others()
  t.same(began, ['a', 'b'])
  second.end()
  await all[1]
  await others()
  t.same(began, ['a', 'b', 'c'])
  third.end()
  await all[3]
  t.same(began, ['a', 'b', 'c', 'd'])
  first.end()
  await Promise.all(all)
})

t.test('work that fails gives its turn back', async (t) => {
  const turns = openFairQueue({ atOnceMax: 1, ...unpaced })
  await t.rejects(
    turns.inTurn('a', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  t.equal(await turns.inTurn('a', async () => 'next'), 'next')
})

t.test('whoever cannot be served in time is refused at once, and told when to come again', async (t) => {
  const turns = openFairQueue({ atOnceMax: 1, ...unpaced, lineMax: 4 })
  const { work, end } = held()
  const working = turns.inTurn('a', work)
  const waiting = ['b', 'c', 'd', 'e'].map((of) => turns.inTurn(of, async () => {}))
  const refused = turns.inTurn('f', async () => {})
  await t.rejects(refused, { code: 'overloaded', status: 503, retryAfter: 60 })
  end()
  t.same(await Promise.all([working, ...waiting].map(fate)), Array(5).fill('worked'))
})

t.test('whoever has waited too long is refused', async (t) => {
  const turns = openFairQueue({ atOnceMax: 1, ...unpaced, waitMs: 20 })
  const { work, end } = held()
  const working = turns.inTurn('a', work)
  t.equal(await fate(turns.inTurn('b', async () => {})), 'overloaded')
  end()
  t.equal(await fate(working), 'worked')
  t.equal(await fate(turns.inTurn('b', async () => {})), 'worked', 'and leaves nothing behind in the line')
})

t.test('one who asks often cannot keep out one who asks now and then', async (t) => {
  const turns = openFairQueue({ atOnceMax: 1, ...unpaced, lineMax: 4 })
  const { work, end } = held()
  const working = turns.inTurn('flood', work)
  const flood = Array.from({ length: 40 }, () => fate(turns.inTurn('flood', async () => {})))
  const lone = fate(turns.inTurn('lone', async () => {}))
  end()
  t.equal(await lone, 'worked')
  t.same(Map.groupBy(await Promise.all(flood), (one) => one).get('worked')?.length, 3, 'the last of four gave way')
  await working
})

t.test(
  'who gives way: the last of those who hold the most places, or the newcomer where nobody holds more',
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

t.test('whoever comes before the pace allows it waits, though nobody works', async (t) => {
  const turns = openFairQueue({ ...unpaced, atOnceMax: 2, perSecondMax: 0.001, waitMs: 20 })
  t.equal(await fate(turns.inTurn('a', async () => {})), 'worked')
  t.equal(await fate(turns.inTurn('b', async () => {})), 'overloaded', 'his turn would come in a quarter of an hour')
  turns.end()
})

t.test('the pace is kept over any time, and a pause saves up no more than a fifth of a second', async (t) => {
  let now = 0
  const pace = createRateLimiter(50, () => now)
  const begin = () => {
    let begun = 0
    for (; pace.msUntilNext() <= 0; begun += 1) pace.take()
    return begun
  }
  t.equal(begin(), 10)
  let begun = 0
  for (; now < 10_000; now += 1) begun += begin()
  t.ok(begun >= 499 && begun <= 501, `${begun} in ten seconds`)
  now += 3_600_000
  t.equal(begin(), 10)
})

t.test('at the end those who wait are sent elsewhere, and nobody new begins', async (t) => {
  const turns = openFairQueue({ atOnceMax: 1, ...unpaced })
  const { work, end } = held()
  const working = turns.inTurn('a', work)
  const waiting = fate(turns.inTurn('b', async () => {}))
  turns.end()
  t.equal(await waiting, 'shutting_down')
  t.equal(await fate(turns.inTurn('c', async () => {})), 'shutting_down')
  end()
  t.equal(await fate(working), 'worked')
})
