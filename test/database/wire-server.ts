import { createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const authenticated = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))

/** An error in the server's protocol. */
export const buildFailure = (code: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mof no use\0\0`, 'latin1'))

/** A row description with fewer columns than it announces. */
export const garbled: Buffer = message('T', Buffer.from([0, 9, 0x61]))

/**
 * A server with as much of the protocol as a login takes, which responds to everything later by `answer`, or to the
 * login by `atLogin`. Returns its address.
 */
export async function startWireServer(
  t: Test,
  { atLogin, answer }: { atLogin?: Buffer; answer?: Buffer },
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      if (atLogin !== undefined) return void socket.end(atLogin)
      socket.write(Buffer.concat([authenticated, ready]))
      socket.on('data', () => socket.write(answer ?? ready))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen')
  return `postgresql://user@127.0.0.1:${address.port}/nothing`
}
