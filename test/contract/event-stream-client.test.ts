import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setImmediate as nextIteration } from 'node:timers/promises'
import t from 'tap'
import { pollUntil } from '../support/until.ts'
import { readEvents, readText, send } from './event-streams.ts'

t.test(
  'work is abandoned when its client disconnects before the last event, and not when the stream has ended',
  async (t) => {
    let abandoned = 0
    const listened = async (events: Parameters<typeof send>[0], listen: (body: Readable) => Promise<unknown>) => {
      const { body, completion: worked } = send(events, { abandon: () => (abandoned += 1) })
      await listen(body)
      await worked
    }
    const whole = async function* () {
      yield { kind: 'last' }
    }
    await listened(whole(), readText)
    t.equal(abandoned, 0)
    const cut = Promise.withResolvers<void>()
    const long = async function* () {
      await cut.promise
      yield { kind: 'last' }
    }
    await listened(long(), async (body) => {
      body.destroy()
      await once(body, 'close')
      cut.resolve()
    })
    t.equal(abandoned, 1)
  },
)

t.test('a client that disconnects does not end the work', async (t) => {
  const gone = Promise.withResolvers<void>()
  let done = false
  const { body, completion: worked } = send(
    (async function* () {
      yield { kind: 'chat' }
      await gone.promise
      yield { kind: 'chat' }
      yield { kind: 'last' }
      done = true
    })(),
  )
  await once(body, 'readable')
  body.destroy()
  gone.resolve()
  await worked
  t.ok(done)
})

t.test('no more events are produced than the client reads', async (t) => {
  let made = 0
  const { body, completion: worked } = send(
    (async function* () {
      for (; made < 100; made += 1) yield { kind: 'chat', text: 'x'.repeat(10_000) }
      yield { kind: 'last' }
    })(),
  )
  await pollUntil(() => body.readableLength >= body.readableHighWaterMark)
  for (let n = 0; n < 100; n += 1) await nextIteration()
  t.ok(made < 10, `${made} events are waiting`)
  t.equal((await readEvents(body)).length, 101)
  await worked
})

t.test('a stream that often waits for its client adds no listeners', async (t) => {
  const { body, completion: worked } = send(
    (async function* () {
      for (let made = 0; made < 20; made += 1) yield { kind: 'chat', text: 'x'.repeat(100_000) }
      yield { kind: 'last' }
    })(),
  )
  let most = 0
  for await (const _part of body) {
    most = Math.max(most, body.listenerCount('close'))
    await nextIteration()
  }
  await worked
  t.ok(most < 5, `${most} listeners`)
})

t.test('while there is no event, comments keep the connection open', async (t) => {
  const quiet = Promise.withResolvers<void>()
  const { body } = send(
    (async function* () {
      await quiet.promise
      yield { kind: 'last' }
    })(),
    { heartbeatMs: 10 },
  )
  let sent = ''
  body.on('data', (chunk) => {
    sent += chunk
  })
  await pollUntil(() => sent.split(': still here\n\n').length > 3)
  t.notMatch(sent, /data:/)
  quiet.resolve()
  await once(body, 'end')
  t.match(sent, /(: still here\n\n){3,}data: {"kind":"last"}\n\n$/)
})
