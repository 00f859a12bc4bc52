import { getEventListeners, once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { toProblem } from '#plugins/error-handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type EventStream, streamEvents } from '#src/contract/sse.ts'
import { parseBody } from '../support/test-context.ts'
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

type Reactions = Pick<EventStream<unknown>, 'abandon' | 'limit'>
type SendOptions = { heartbeatMs?: number; stopping?: AbortSignal } & Reactions

/** An event, something that is waited for, or the failure of the work. */
type Step = Event | Promise<unknown> | Error

/** Work that takes these steps; `isDone` says whether it came to its end. */
function work(...steps: Step[]) {
  const made = { isDone: false }
  async function* take() {
    for (const step of steps) {
      if (step instanceof Error) throw step
      if (step instanceof Promise) await step
      else yield step
    }
    made.isDone = true
  }
  return { made, events: take() }
}

/** Sends the steps of some work as a stream whose failures are events of the kind `failed`. */
function send(steps: Step[], { abandon, limit, ...options }: SendOptions = {}) {
  const { made, events } = work(...steps)
  const stream: EventStream<unknown> = {
    events,
    ...(abandon !== undefined && { abandon }),
    ...(limit !== undefined && { limit }),
    isLast: (event) => (event as Event).kind === 'last',
    viewFailure: ({ code }) => ({ kind: 'failed', code }),
  }
  return { made, ...streamEvents(stream, { assertValid, toProblem, log, stopping, heartbeatMs: 60_000, ...options }) }
}

const [chat, last] = [{ kind: 'chat' }, { kind: 'last' }]
const failed = (code: string) => ({ kind: 'failed', code })

const readText = async (body: AsyncIterable<unknown>) => (await Array.fromAsync(body)).join('')
const readEvents = async (body: AsyncIterable<unknown>) => parseBody('text/event-stream', await readText(body))

t.test('an event is one JSON object in one data line, whatever its text', async (t) => {
  const text = 'one\ntwo\r\n\u2028three “é” 🎹'
  const sent = await readText(send([{ ...chat, text }, last]).body)
  t.match(sent, /^data: [^\n\r]+\n\ndata: {"kind":"last"}\n\n$/)
  t.equal(JSON.parse(sent.split('\n\n')[0]?.slice(6) ?? '').text, text)
})

t.test('the stream ends with its last event; the work behind it continues', async (t) => {
  const later = Promise.withResolvers<void>()
  const { body, completion, made } = send([last, later.promise, chat])
  t.same(await readEvents(body), [last])
  t.notOk(made.isDone, 'the stream has ended before the work')
  later.resolve()
  await completion
  t.ok(made.isDone)
})

t.test('a refusal is sent and is not logged as a failure of the service', async (t) => {
  logged.length = 0
  const { body, completion } = send([chat, new Problem('state_changed')])
  t.same(await readEvents(body), [chat, failed('state_changed')])
  await completion
  t.same(logged, [])
})

t.test('an event that breaks the contract is not sent: the stream fails, the work goes on; it is logged', async (t) => {
  logged.length = 0
  const { body, completion, made } = send([chat, { kind: 'unknown' }, last])
  t.same(await readEvents(body), [chat, failed('internal')])
  await completion
  t.ok(made.isDone)
  t.equal(logged.length, 1)
})

t.test('failed work sends its problem, and nothing of an unknown error', async (t) => {
  for (const [thrown, code] of [
    [new Problem('persistence_unavailable'), 'persistence_unavailable'],
    [Object.assign(new Error('gone'), { code: '57P01' }), 'persistence_unavailable'],
    [new Error('a secret'), 'internal'],
  ] as const)
    t.same(await readEvents(send([chat, thrown]).body), [chat, failed(code)])
})

t.test('work that ends without a last event has failed', async (t) => {
  t.same(await readEvents(send([chat]).body), [chat, failed('internal')])
})

t.test('a service that stops sends so, and waits for the work', async (t) => {
  const stop = new AbortController()
  const rest = Promise.withResolvers<void>()
  const { body, completion, made } = send([chat, rest.promise, last], { stopping: stop.signal })
  await once(body, 'readable')
  stop.abort()
  t.same(await readEvents(body), [chat, failed('shutting_down')])
  rest.resolve()
  await completion
  t.ok(made.isDone)
})

t.test('work is abandoned when its client disconnects before the last event, and may continue', async (t) => {
  let abandoned = 0
  const abandon = () => (abandoned += 1)
  const whole = send([last], { abandon })
  await readText(whole.body)
  await whole.completion
  t.equal(abandoned, 0)
  const cut = Promise.withResolvers<void>()
  const long = send([chat, cut.promise, chat, last], { abandon })
  await once(long.body, 'readable')
  long.body.destroy()
  await once(long.body, 'close')
  cut.resolve()
  await long.completion
  t.equal(abandoned, 1)
  t.ok(long.made.isDone)
})

t.test('work beyond its time limit is announced, and continues to its end, unsent', async (t) => {
  const late = { ...chat, text: 'It takes longer' }
  const later = Promise.withResolvers<void>()
  let isAnnounced = false
  const viewEvents = () => {
    isAnnounced = true
    return [late, last]
  }
  const { body, completion, made } = send([chat, later.promise, chat, last], { limit: { ms: 1, viewEvents } })
  await pollUntil(() => isAnnounced)
  t.same(await readEvents(body), [chat, late, last])
  t.notOk(made.isDone)
  later.resolve()
  await completion
  t.ok(made.isDone)
})

t.test('work within its time limit is sent alone, and leaves no timer', async (t) => {
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = countTimers()
  const { body, completion } = send([chat, last], { limit: { ms: 60_000, viewEvents: () => [failed('late')] } })
  t.same(await readEvents(body), [chat, last])
  await completion
  t.equal(countTimers(), before)
  t.same(getEventListeners(stopping, 'abort'), [], 'nor does it wait for a stop')
})

t.test('work does not wait for its client', async (t) => {
  const long = { ...chat, text: 'x'.repeat(100_000) }
  const { body, completion, made } = send([long, long, last])
  await completion
  t.ok(made.isDone)
  t.same(await readEvents(body), [long, long, last])
})

t.test('while there is no event, comments keep the connection open', async (t) => {
  const quiet = Promise.withResolvers<void>()
  const { body } = send([quiet.promise, last], { heartbeatMs: 10 })
  await after(50)
  t.equal(body.readableLength, ': still here\n\n'.length, 'one for a client that reads none')
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
