import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { stopOnSignal } from '#src/runtime/graceful-shutdown.ts'
import { serveBuilt } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import type { Service } from '../support/service.ts'
import { dial } from '../support/sockets.ts'
import { pollUntil } from '../support/until.ts'

async function startDraining(t: Test, drainMs: string): Promise<Service> {
  const { url } = await freshDatabase(t)
  return await serveBuilt(t, { LOG_LEVEL: 'info', DATABASE_URL: url, DRAIN_MS: drainMs })
}

const ready = async ({ base }: Service) => {
  const response = await fetch(`${base}/ready`)
  return { status: response.status, body: (await response.json()) as unknown }
}

t.test('on SIGTERM the service first reports not ready, and continues serving', async (t) => {
  const service = await startDraining(t, '600000')
  t.match(await ready(service), { status: 200 })
  service.process.kill('SIGTERM')
  const refused = await pollUntil(async () => {
    const answer = await ready(service)
    return answer.status === 503 && answer
  })
  t.match(refused.body, { status: 'error', code: 'shutting_down' })
  t.equal((await fetch(`${service.base}/api/health`)).status, 200, 'what comes all the same is served')
  t.equal(service.process.exitCode, null)
  t.equal(await service.end('SIGTERM'), 0, 'a second SIGTERM ends it at once')
})

t.test('the service ends after the drain time', async (t) => {
  const service = await startDraining(t, '300')
  t.equal(await service.end('SIGTERM'), 0)
  t.match(service.output(), /"message":"draining"/)
})

t.test('an idle connection does not delay the stop', async (t) => {
  const service = await startDraining(t, '0')
  const { socket } = await dial(service.base)
  t.equal((await fetch(`${service.base}/api/health`)).status, 200, 'it has been taken: another one was after it')
  t.equal(await service.end('SIGTERM'), 0)
  socket.destroy()
})

t.test('a close that fails is logged, also after two signals, and the process ends with 1', async (t) => {
  const exits: unknown[] = []
  t.intercept(process, 'exit', { value: (code: unknown) => exits.push(code) })
  const before = { SIGTERM: process.listeners('SIGTERM'), SIGINT: process.listeners('SIGINT') }
  const logged: unknown[] = []
  const log = { fatal: ({ err }: { err: unknown }) => logged.push(err) }
  const failure = new Error('not closed')
  const app = { close: () => Promise.reject(failure), log } as unknown as FastifyInstance
  stopOnSignal({ app, closeStorage: async () => {}, config: loadConfig({}) })
  const added = process.listeners('SIGTERM').find((listener) => !before.SIGTERM.includes(listener))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    for (const listener of process.listeners(signal))
      if (!before[signal].includes(listener)) process.off(signal, listener)
  for (let signals = 0; signals < 2; signals += 1) added?.('SIGTERM')
  await pollUntil(() => exits.length > 0)
  t.same([exits, logged], [[1], [failure]])
})
