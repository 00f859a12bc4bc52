import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

t.test('an overloaded process sheds requests, serves its health all the same, and recovers', async (t) => {
  const context = await createTestContext(t, { EVENT_LOOP_DELAY_MS_MAX: '200' })
  const read = () => context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`)
  let isBusy = true
  const keepBusy = () => {
    for (const end = performance.now() + 600; performance.now() < end; );
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
