import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setImmediate as nextIteration } from 'node:timers/promises'
import t from 'tap'
import { toProblem } from '#plugins/error-handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type EventStream, streamEvents } from '#src/contract/sse.ts'
import { pollUntil } from '../support/until.ts'

/** The events of these tests: `last` ends a stream, `unknown` breaks the contract. */
type Event = { kind: string; text?: string }

const stopping = new AbortController().signal

/** What was logged as a failure of the service. */
const logged: unknown[] = []

const log = { error: (entry: unknown) => logged.push(entry) }

const assertValid = (event: unknown) => {
  if ((event as Event).kind === 'unknown') throw new Problem('internal')
}

type SendOptions = { heartbeatMs?: number; stopping?: AbortSignal; abandon?: () => void }

/** Sends events as a stream whose failures are events of the kind `failed`. */
function send(events: AsyncIterable<Event>, { abandon, ...options }: SendOptions = {}) {
  const stream: EventStream<unknown> = {
    events,
    ...(abandon !== undefined && { abandon }),
    isLast: (event) => (event as Event).kind === 'last',
    viewFailure: ({ code }) => ({ kind: 'failed', code }),
  }
  return streamEvents(stream, { assertValid, toProblem, log, stopping, heartbeatMs: 60_000, ...options })
}

const readText = async (body: AsyncIterable<unknown>) => (await Array.fromAsync(body)).join('')

const readEvents = async (body: AsyncIterable<unknown>) =>
  (await readText(body))
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)))

t.test('an event is one JSON object in one data line, whatever its text', async (t) => {
  const text = 'one\ntwo\r\n\u2028three “é” 🎹'
  const { body } = send(
    (async function* () {
      yield { kind: 'chat', text }
      yield { kind: 'last' }
    })(),
  )
  const sent = await readText(body)
  t.match(sent, /^data: [^\n\r]+\n\ndata: {"kind":"last"}\n\n$/)
  t.equal(JSON.parse(sent.split('\n\n')[0]?.slice(6) ?? '').text, text)
})

t.test('the stream ends with its last event; the work behind it continues', async (t) => {
  const later = Promise.withResolvers<void>()
  let done = false
  const { body, completion: worked } = send(
    (async function* () {
      yield { kind: 'last' }
      await later.promise
      yield { kind: 'chat' }
      done = true
    })(),
  )
  t.same(await readEvents(body), [{ kind: 'last' }])
  t.notOk(done, 'the stream has ended before the work')
  later.resolve()
  await worked
  t.ok(done)
})

t.test('a refusal is sent and is not logged as a failure of the service', async (t) => {
  logged.length = 0
  const { body, completion: worked } = send(
    (async function* () {
      yield { kind: 'chat' }
      throw new Problem('state_changed')
    })(),
  )
  t.same(await readEvents(body), [{ kind: 'chat' }, { kind: 'failed', code: 'state_changed' }])
  await worked
  t.same(logged, [])
})

t.test(
  'an event that breaks the contract is not sent: the stream fails, the work continues, and it is logged',
  async (t) => {
    let done = false
    logged.length = 0
    const { body, completion: worked } = send(
      (async function* () {
        yield { kind: 'chat' }
        yield { kind: 'unknown' }
        yield { kind: 'last' }
        done = true
      })(),
    )
    t.same(await readEvents(body), [{ kind: 'chat' }, { kind: 'failed', code: 'internal' }])
    await worked
    t.ok(done)
    t.equal(logged.length, 1)
  },
)

t.test('failed work sends its problem, and nothing of an unknown error', async (t) => {
  for (const [thrown, code] of [
    [new Problem('persistence_unavailable'), 'persistence_unavailable'],
    [Object.assign(new Error('gone'), { code: '57P01' }), 'persistence_unavailable'],
    [new Error('a secret'), 'internal'],
  ] as const) {
    const { body } = send(
      (async function* () {
        yield { kind: 'chat' }
        throw thrown
      })(),
    )
    t.same(await readEvents(body), [{ kind: 'chat' }, { kind: 'failed', code }])
  }
})

t.test('work that ends without a last event has failed', async (t) => {
  const { body } = send(
    (async function* () {
      yield { kind: 'chat' }
    })(),
  )
  t.same(await readEvents(body), [{ kind: 'chat' }, { kind: 'failed', code: 'internal' }])
})

t.test('a service that stops sends so, and waits for the work', async (t) => {
  const stop = new AbortController()
  const rest = Promise.withResolvers<void>()
  let done = false
  const { body, completion: worked } = send(
    (async function* () {
      yield { kind: 'chat' }
      await rest.promise
      yield { kind: 'last' }
      done = true
    })(),
    { stopping: stop.signal },
  )
  await once(body, 'readable')
  stop.abort()
  t.same(await readEvents(body), [{ kind: 'chat' }, { kind: 'failed', code: 'shutting_down' }])
  rest.resolve()
  await worked
  t.ok(done)
})

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
