import t from 'tap'
import { runWithDeadline } from '#src/queue/run-with-deadline.ts'

const never = new Promise<never>(() => {})

t.test('work that ends in time gives its outcome, whatever it is', async (t) => {
  const { signal } = new AbortController()
  t.same(await runWithDeadline(60_000, signal, async () => 7), { result: 7 })
  const error = new Error('no')
  t.same(await runWithDeadline(60_000, signal, () => Promise.reject(error)), { error })
})

t.test('work is late after its deadline, and its signal is aborted', async (t) => {
  const aborted = Promise.withResolvers<void>()
  const outcome = runWithDeadline(1, new AbortController().signal, (signal) => {
    signal.addEventListener('abort', () => aborted.resolve())
    return never
  })
  t.equal(await outcome, 'late')
  await aborted.promise
})

t.test('a stop ends work at once', async (t) => {
  const stopping = new AbortController()
  const outcome = runWithDeadline(60_000, stopping.signal, () => never)
  stopping.abort()
  t.equal(await outcome, 'stopped')
  t.equal(await runWithDeadline(60_000, stopping.signal, () => never), 'stopped', 'also one that came before it')
})

t.test('a stop waits for a critical section, whose outcome counts', async (t) => {
  const stopping = new AbortController()
  const answer = Promise.withResolvers<string>()
  const outcome = runWithDeadline(60_000, stopping.signal, (_signal, runUninterrupted) =>
    runUninterrupted(() => answer.promise),
  )
  stopping.abort()
  answer.resolve('saved')
  t.same(await outcome, { result: 'saved' })
})

t.test('a critical section that fails during a stop is the work’s own failure', async (t) => {
  const stopping = new AbortController()
  const answer = Promise.withResolvers<string>()
  const outcome = runWithDeadline(60_000, stopping.signal, (_signal, runUninterrupted) =>
    runUninterrupted(() => answer.promise),
  )
  stopping.abort()
  const error = new Error('no')
  answer.reject(error)
  t.same(await outcome, { error })
})

t.test('a critical section does not begin after the stop', async (t) => {
  const stopping = new AbortController()
  let hasBegun = false
  const outcome = runWithDeadline(60_000, stopping.signal, async (signal, runUninterrupted) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return await runUninterrupted(async () => {
      hasBegun = true
    })
  })
  stopping.abort()
  t.equal(await outcome, 'stopped', 'and work that fails because of its signal has not failed')
  t.equal(hasBegun, false)
})
