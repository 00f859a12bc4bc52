import t, { type Test } from 'tap'
import { openMemoryStore } from '#src/http/rate-limit/memory-store.ts'

const windowMs = 60_000

function clock(t: Test) {
  let now = 1_000
  t.intercept(performance, 'now', { value: () => now })
  return (ms: number) => {
    now += ms
  }
}

t.test('a window begins with the first request of a key and ends a minute later', async (t) => {
  const pass = clock(t)
  const { take } = openMemoryStore(windowMs)
  t.same(take('a'), { used: 1, remainingMs: windowMs })
  pass(20_000)
  t.same(take('a'), { used: 2, remainingMs: 40_000 })
  t.same(take('b'), { used: 1, remainingMs: windowMs }, 'another key has a window of its own')
  pass(40_000)
  t.same(take('a'), { used: 1, remainingMs: windowMs })
  t.same(take('b'), { used: 2, remainingMs: 20_000 })
})

t.test('beyond its maximum of keys it evicts those that end first', async (t) => {
  const pass = clock(t)
  const { take } = openMemoryStore(windowMs)
  for (let key = 0; key < 50_002; key += 1) {
    take(`key ${key}`)
    pass(0.1)
  }
  t.equal(take('key 50001').used, 2)
  t.equal(take('key 0').used, 1, 'it was forgotten')
})
