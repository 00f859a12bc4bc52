import { once } from 'node:events'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { logged, readEvents, readText, send } from './event-streams.ts'

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
