import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine; closed, with all its connections, when the test ends. */
export async function startServer(
  t: { teardown(end: () => unknown): unknown },
  listener: RequestListener,
  host = '127.0.0.1',
  port = 0,
) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  await new Promise<void>((listening) => server.listen(port, host, listening))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  })
  const { port: boundPort } = server.address() as AddressInfo
  return { base: `http://${host}:${boundPort}`, port: boundPort, requests }
}
