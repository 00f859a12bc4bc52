import type { Socket } from 'node:net'
import t from 'tap'
import { serveBuilt } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { withoutLimits } from '../support/settings.ts'
import { dial } from '../support/sockets.ts'
import { pollUntil } from '../support/until.ts'

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`

t.test('of a packet of thousands of requests only the first are parsed, and it ends the connection', async (t) => {
  const { app, base } = await createListeningContext(t)
  let parsed = 0
  app.server.on('request', () => {
    parsed += 1
  })
  const dialed = await dial(base)
  t.equal(await isServed(dialed), 'served')
  dialed.socket.write(get('/').repeat(2_260))
  await pollUntil(() => dialed.socket.destroyed)
  t.equal(parsed, 1 + 33)
})

type Dialed = Awaited<ReturnType<typeof dial>>

const isServed = async ({ socket, received }: Dialed) => {
  const before = received().length
  socket.write(get('/api/health'))
  return await pollUntil(() =>
    received().startsWith('HTTP/1.1 200 ', before) ? 'served' : socket.destroyed && 'closed',
  )
}

t.test('the refusal of a long body that has not arrived is held back, and others do not wait for it', async (t) => {
  const { app, base } = await createListeningContext(t)
  const answered: string[] = []
  app.server.on('request', ({ headers }, response) =>
    response.once('finish', () => answered.push(headers['content-length'] ?? '')),
  )
  const dialed = [await dial(base), await dial(base)]
  for (const [at, length] of [4_097, 4_096].entries())
    dialed[at]?.socket.write(
      `POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    )
  for (const one of dialed) t.equal((await one.answered(1))[0]?.status, 404)
  t.same(answered, ['4096', '4097'])
  for (const { socket } of dialed) socket.destroy()
})

t.test('connections beyond the limit are refused while all the open ones are used', async (t) => {
  const { base } = await createListeningContext(t, { CONNECTIONS_MAX: '2' })
  const used = [await dial(base), await dial(base)]
  for (const one of used) t.equal(await isServed(one), 'served')
  t.equal(await isServed(await dial(base)), 'closed')
  for (const one of used) t.equal(await isServed(one), 'served')
})

t.test('in a full house a newcomer replaces an unused connection, of the address with most of them', async (t) => {
  const { base } = await createListeningContext(t, { CONNECTIONS_MAX: '4' })
  const occasional = await dial(base, '127.0.0.2')
  const crowd = [await dial(base), await dial(base), await dial(base)]
  t.equal(await isServed(crowd[0] as Dialed), 'served')
  t.equal(await isServed(await dial(base, '127.0.0.3')), 'served')
  await pollUntil(() => (crowd[1] as Dialed).socket.destroyed)
  t.equal(await isServed(occasional), 'served')
  t.equal(await isServed(crowd[2] as Dialed), 'served')
})

t.test('one address has no more connections than its limit, and gets new ones as it closes them', async (t) => {
  const { base } = await createListeningContext(t, { CONNECTIONS_PER_ADDRESS_MAX: '2' })
  const [first, second] = [await dial(base), await dial(base)]
  for (let more = 0; more < 5; more += 1) t.equal(await isServed(await dial(base)), 'closed')
  t.equal(await isServed(await dial(base, '127.0.0.2')), 'served', 'another address')
  for (const held of [first, second]) t.equal(await isServed(held), 'served', 'those that it has')
  first.socket.destroy()
  t.ok(await pollUntil(async () => (await isServed(await dial(base))) === 'served'))
  t.equal(await isServed(await dial(base)), 'closed')
})

t.test('a trusted proxy has no limit of one address', async (t) => {
  const { base } = await createListeningContext(t, { CONNECTIONS_PER_ADDRESS_MAX: '1', TRUST_PROXY: '127.0.0.8/29' })
  const [stranger, proxy] = ['127.0.0.1', '127.0.0.9']
  t.equal(await isServed(await dial(base, stranger)), 'served')
  t.equal(await isServed(await dial(base, stranger)), 'closed')
  for (let more = 0; more < 3; more += 1) t.equal(await isServed(await dial(base, proxy)), 'served')
})

t.test('a connection that asks for heavy work again and again keeps nothing of what is done', async (t) => {
  const context = await createListeningContext(t)
  const opened: Socket[] = []
  context.app.server.on('connection', (socket: Socket) => opened.push(socket))
  const { socket, received } = await dial(context.base)
  const head = `Host: x\r\nAuthorization: Bearer ${await context.token('owner')}\r\n\r\n`
  const listeners: number[] = []
  // More than may be under way on a connection at once.
  for (let search = 1; search <= 40; search += 1) {
    socket.write(`GET /api/artist/${context.artistId}/knowledge/search?query=organ HTTP/1.1\r\n${head}`)
    await pollUntil(() => received().split('HTTP/1.1 200 ').length - 1 === search)
    listeners.push(opened[0]?.listenerCount('close') ?? 0)
  }
  t.equal(listeners.at(-1), listeners.at(1))
  socket.destroy()
})

t.test('as many connections as a flood opens in a pause of the service wait to be accepted', async (t) => {
  const { url } = await freshDatabase(t)
  const service = await serveBuilt(t, { DATABASE_URL: url, ...withoutLimits })
  service.process.kill('SIGSTOP')
  const flood = await Promise.all(Array.from({ length: 600 }, () => dial(service.base)))
  service.process.kill('SIGCONT')
  const [{ socket, received } = await dial(service.base)] = flood.slice(-1)
  socket.write(get('/api/health'))
  await pollUntil(() => received().startsWith('HTTP/1.1 200 '))
  for (const one of flood) one.socket.destroy()
})
