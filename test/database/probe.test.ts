import { createServer } from 'node:net'
import t from 'tap'
import { probe } from '#src/runtime/embedded-postgres/probe.ts'

const message = (type: string, body: Buffer | string) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
const welcome = [message('R', Buffer.alloc(4)), message('Z', 'I')]
const ending = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')

t.test('a server that closes right after the handshake is shutting down, and not foreign', async (t) => {
  for (const [name, last] of Object.entries({ 'without a word': [], 'with its last words': [ending] })) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat([...welcome, ...last])))
    })
    const port = await new Promise<number>((listening) => {
      server.listen(0, '127.0.0.1', () => listening((server.address() as { port: number }).port))
    })
    t.equal(await probe(`postgresql://sittings@127.0.0.1:${port}/postgres?sslmode=disable`, 'nowhere'), 'mute', name)
    await new Promise((closed) => server.close(closed))
  }
})
