import { EventEmitter } from 'node:events'
import { setImmediate as others } from 'node:timers/promises'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import admission from '#plugins/admission.ts'
import { loadConfig } from '#src/config.ts'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import type { Problem } from '#src/contract/problems/problem.ts'
import { pollUntil } from '../support/until.ts'

/** An operation whose work lasts until it is ended; `subject` is a user, or without credentials an address. */
async function openOperation(t: Test, id: OperationId) {
  const app = Fastify()
  await app.register(admission, { config: loadConfig({}) })
  await app.ready()
  t.teardown(() => app.close())
  const operation = operationContracts.get(id)
  if (operation === undefined) throw new Error(id)
  const { admit } = app.createAdmission(operation)
  const running: { subject: string; startedAt: number; end: () => void }[] = []
  const start = (subject: string, socket = new EventEmitter()) =>
    admit({ caller: { kind: 'user', subject }, ip: subject, socket, raw: { socket }, params: {} } as never, () => {
      const { promise, resolve } = Promise.withResolvers<object>()
      running.push({ subject, startedAt: performance.now(), end: () => resolve({}) })
      return promise
    })
  return { start, running }
}

const isBy = (wanted: string) => (work: { subject: string }) => work.subject === wanted

t.test('sixteen requests of one caller run at once, and another caller does not wait for the rest', async (t) => {
  const { start, running } = await openOperation(t, 'listInterviewHistory')
  const crowd = Array.from({ length: 40 }, () => start('a'))
  await others()
  t.equal(running.length, 16)
  const other = start('b')
  await others()
  t.equal(running.filter(isBy('b')).length, 1, 'at once')
  running.find(isBy('b'))?.end()
  t.same(await other, {})
  let ended = 0
  for (; ended < 40; ended += 1) {
    const work = running[ended]
    t.ok(running.length - ended <= 17, 'never more of them')
    work?.end()
    await others()
  }
  running.at(-1)?.end()
  t.equal((await Promise.all(crowd)).length, 40, 'each gets its turn')
})

t.test('heavy work has its own limits: at once, of one caller, and in all', async (t) => {
  for (const [id, atOnce, ofCaller, inAll, retryAfter] of [
    ['publishLore', 2, 20, 202, 2],
    ['searchArtistEvidence', 4, 50, 204, 2],
    ['takeOnboardingTurn', 8, 10, 108, 5],
  ] as const) {
    const { start, running } = await openOperation(t, id)
    const refusals: Problem[] = []
    const crowd = (subjects: string[]) => subjects.map((subject) => start(subject).catch((one) => refusals.push(one)))
    const first = crowd(Array.from({ length: ofCaller + 1 }, () => 'a'))
    await others()
    t.match(refusals, [{ code: 'rate_limited', retryAfter }], `${id}: one too many of a caller`)
    const rest = crowd(Array.from({ length: inAll - ofCaller + 1 }, (_, at) => `${at}`))
    await others()
    t.equal(running.length, atOnce, id)
    t.match(refusals.slice(1), [{ code: 'overloaded' }], `${id}: one too many in all`)
    for (let ended = 0; ended < inAll; ended += 1) {
      running[ended]?.end()
      await others()
    }
    await Promise.all([...first, ...rest])
  }
})

t.test('a request whose caller hangs up while it waits is never begun', async (t) => {
  const { start, running } = await openOperation(t, 'listInterviewHistory')
  const crowd = Array.from({ length: 16 }, () => start('a'))
  const socket = new EventEmitter()
  const waiting = start('a', socket)
  socket.emit('close')
  await t.rejects(waiting, { code: 'overloaded' })
  for (const { end } of running) end()
  await Promise.all(crowd)
  t.equal(running.length, 16)
})

t.test('by default five anonymous slices begin at once, and the next ones not for a fifth of a second', async (t) => {
  const { start, running } = await openOperation(t, 'advanceResearch')
  const startedAt = performance.now()
  const pages = Array.from({ length: 10 }, (_, at) => start(`192.0.2.${at}`))
  await others()
  t.equal(running.length, 5)
  for (const { end } of running) end()
  await pollUntil(() => running.length === 10)
  // A timer counts whole milliseconds.
  t.ok(Number(running[5]?.startedAt) - startedAt >= 198)
  for (const { end } of running) end()
  await Promise.all(pages)
})
