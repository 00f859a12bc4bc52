import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

type Owner = { teardown(end: () => unknown): unknown }

/** A server on this machine; closed, with all its connections, when the test ends. */
export async function startServer(t: Owner, listener: RequestListener, host = '127.0.0.1', port = 0) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  await once(server.listen(port, host), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  })
  const { port: boundPort } = server.address() as AddressInfo
  return { base: `http://${host}:${boundPort}`, port: boundPort, requests }
}

/** A server of another protocol than HTTP, which is closed in the same way. Returns its port. */
export async function startTcpServer(t: Owner, onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    onSocket(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
