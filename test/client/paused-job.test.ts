import { getEventListeners } from 'node:events'
import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import type { Client } from '../../src/clients/typescript/client.ts'
import { advanceUntilIdle } from '../../src/clients/typescript/research.ts'

mock.timers.enable({ apis: ['setTimeout', 'Date'] })
t.teardown(() => mock.timers.reset())

/** A service whose one job is live, and of which no slice runs. */
function createIdleService(nextRunAt: () => string | null) {
  const requests: number[] = []
  const job = { jobId: 'a', kind: 'lore_refresh', status: 'pending', cursor: 0, total: null }
  const call = async (operation: string) => {
    if (operation === 'advanceResearch') requests.push(Date.now())
    return operation === 'advanceResearch'
      ? { status: 'ok', ran: false }
      : { status: 'ok', jobs: [{ ...job, nextRunAt: nextRunAt() }], budget: { nextCursor: null } }
  }
  return { client: { call } as unknown as Client, requests }
}

/** Lets mocked time pass until the run has ended, or for so many milliseconds. */
async function pass(run: Promise<unknown>, forMs: number): Promise<void> {
  let ended = false
  const end = run.then(() => {
    ended = true
  })
  for (let passed = 0; passed < forMs && !ended; passed += 250) {
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    mock.timers.tick(250)
  }
  if (ended) await end
}

t.test('a job that is due and does not run, as a paused one, is asked for ever less often, and given up', async (t) => {
  const { client, requests } = createIdleService(() => null)
  const run = Array.fromAsync(advanceUntilIdle(client, 'artist'))
  await pass(run, 300_000)
  t.same(await run, [], 'no slice ran')
  const waits = requests.slice(1).map((at, index) => at - Number(requests[index]))
  t.same(waits, [500, 1_000, 2_000, 4_000, ...Array(10).fill(5_000)], 'ever longer, for about a minute')
})

t.test('a job that its only slice has ended is shown as done', async (t) => {
  const job = { jobId: 'a', kind: 'lore_refresh', status: 'done', nextRunAt: null }
  const slices = [true, false].map((ran) => ({ status: 'ok', ran, ...(ran && { jobId: 'a' }) }))
  const call = async (operation: string) => (operation === 'advanceResearch' ? slices.shift() : { jobs: [job] })
  t.match(await Array.fromAsync(advanceUntilIdle({ call } as never, 'artist')), [{ jobs: [job] }])
})

t.test('a job that is not due is waited for, without an end', async (t) => {
  const leaving = new AbortController()
  const { client, requests } = createIdleService(() => new Date(Date.now() + 60_000).toISOString())
  const run = Array.fromAsync(advanceUntilIdle(client, 'artist', { signal: leaving.signal })).catch((error) => error)
  await pass(run, 200_000)
  t.ok(requests.length > 15 && requests.length < 60, `${requests.length} requests in 200 seconds`)
  t.ok(getEventListeners(leaving.signal, 'abort').length <= 1, 'a wait that is over listens no longer')
  leaving.abort(new Error('left the page'))
  t.match(await run, { message: 'left the page' })
})
