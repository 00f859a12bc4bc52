import t from 'tap'
import { runWithDeadline } from '#src/queue/run-with-deadline.ts'

const never = new Promise<never>(() => {})

t.test('work that ends in time is answered with, whatever it ends with', async (t) => {
  const { signal } = new AbortController()
  t.same(await runWithDeadline(60_000, signal, async () => 7), { result: 7 })
  const error = new Error('no')
  t.same(await runWithDeadline(60_000, signal, () => Promise.reject(error)), { error })
})

t.test('work is late after its time, and told so', async (t) => {
  const told = Promise.withResolvers<void>()
  const outcome = runWithDeadline(1, new AbortController().signal, (signal) => {
    signal.addEventListener('abort', () => told.resolve())
    return never
  })
  t.equal(await outcome, 'late')
  await told.promise
})

t.test('a stop breaks work off at once', async (t) => {
  const stopping = new AbortController()
  const outcome = runWithDeadline(60_000, stopping.signal, () => never)
  stopping.abort()
  t.equal(await outcome, 'stopped')
  t.equal(await runWithDeadline(60_000, stopping.signal, () => never), 'stopped', 'also one that came before it')
})

t.test('a stop waits for an unbroken section, and what the work ends with thereby counts', async (t) => {
  const stopping = new AbortController()
  const answer = Promise.withResolvers<string>()
  const outcome = runWithDeadline(60_000, stopping.signal, (_signal, criticalSection) =>
    criticalSection(() => answer.promise),
  )
  stopping.abort()
  answer.resolve('saved')
  t.same(await outcome, { result: 'saved' })
})

t.test('a section that fails while it is waited for is the work’s own failure', async (t) => {
  const stopping = new AbortController()
  const answer = Promise.withResolvers<string>()
  const outcome = runWithDeadline(60_000, stopping.signal, (_signal, criticalSection) =>
    criticalSection(() => answer.promise),
  )
  stopping.abort()
  const error = new Error('no')
  answer.reject(error)
  t.same(await outcome, { error })
})

t.test('a section that has not begun before the stop does not begin any more', async (t) => {
  const stopping = new AbortController()
  let hasBegun = false
  const outcome = runWithDeadline(60_000, stopping.signal, async (signal, criticalSection) => {
    await new Promise((told) => signal.addEventListener('abort', told))
    return await criticalSection(async () => {
      hasBegun = true
    })
  })
  stopping.abort()
  t.equal(await outcome, 'stopped', 'and work that fails for being told so has not failed')
  t.equal(hasBegun, false)
})
