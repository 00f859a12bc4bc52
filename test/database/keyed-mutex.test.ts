import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { KeyedMutex } from '#src/database/keyed-mutex.ts'

/** Holders that note when they were granted the mutex. */
function holders(mutex: KeyedMutex) {
  const granted: string[] = []
  const acquire = async (key: string, name: string) => {
    const release = await mutex.acquire(key)
    granted.push(name)
    return release
  }
  return { granted, acquire }
}

t.test('a mutex is granted in the order of the requests', async (t) => {
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = countTimers()
  const mutex = new KeyedMutex(60_000)
  const { granted, acquire } = holders(mutex)
  const [first, second, third] = [acquire('a', 'first'), acquire('a', 'second'), acquire('a', 'third')]
  await setImmediate()
  t.strictSame(granted, ['first'])
  ;(await first)()
  ;(await second)()
  t.strictSame(granted, ['first', 'second'])
  ;(await third)()
  await acquire('a', 'fourth')
  t.strictSame(granted, ['first', 'second', 'third', 'fourth'], 'released, it is free at once')
  t.equal(countTimers(), before, 'and no wait is still timed')
})

t.test('a request that times out leaves the queue, and those behind it still wait for the holder', async (t) => {
  const mutex = new KeyedMutex(20)
  const { granted, acquire } = holders(mutex)
  const release = await acquire('a', 'first')
  await t.rejects(acquire('a', 'second'), new Problem('persistence_unavailable'))
  const third = acquire('a', 'third')
  t.strictSame(granted, ['first'])
  release()
  await third
  t.strictSame(granted, ['first', 'third'])
})
