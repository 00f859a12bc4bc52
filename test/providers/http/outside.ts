import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { fetchOutbound, type Network, type OutboundCall } from '#src/research/providers/http/index.ts'

/** A server on this machine; closed, with all its connections, when the test ends. */
export async function startServer(t: Test, listener: RequestListener, host = '127.0.0.1', port = 0) {
  const requests: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
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

/**
 * A network in which 127.0.0.2 plays the public internet and the names are given; everything else is as in production.
 */
export function createNetwork(
  names: Record<string, string[]> | ((name: string) => string[]),
): Network & { lookups: string[] } {
  const lookups: string[] = []
  return {
    lookups,
    resolve: async (name) => {
      lookups.push(name)
      const addresses = typeof names === 'function' ? names(name) : names[name]
      if (addresses === undefined) throw new Error('no such name')
      return addresses
    },
    mayReach: (address) => address === '127.0.0.2',
  }
}

/** A call with defaults for what most tests do not test. */
export const fetchFrom = (address: string, call: Partial<OutboundCall> = {}) =>
  fetchOutbound(address, { signal: new AbortController().signal, deadlineMs: 5_000, bytesMax: 100_000, ...call })
