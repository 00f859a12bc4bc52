import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createProxyCheck, listCountedNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'

/**
 * Limits the connections of the process, and those of one address, unless that is a trusted proxy with many clients. A
 * connection without a request yet gives way to a newcomer in a full process, and is closed with the service: Node has
 * no timeout for it, and browsers open such connections in advance.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { connectionsMax, connectionsPerAddressMax } = config.limits
    const isProxy = createProxyCheck(config)
    const counts = new Map<string, number>()
    const unused = createUnusedConnections()
    let openCount = 0
    app.server.on('connection', (socket: Socket) => {
      const { remoteAddress } = socket
      const networks = remoteAddress === undefined || isProxy(remoteAddress) ? [] : listCountedNetworks(remoteAddress)
      const isFull = networks.some(
        ({ network, limitFactor }) => (counts.get(network) ?? 0) >= limitFactor * connectionsPerAddressMax,
      )
      if (isFull || (openCount >= connectionsMax && !unused.closeOne())) {
        socket.destroy()
        return
      }
      openCount += 1
      for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
      unused.add(socket, networks[0]?.network ?? 'proxy')
      socket.once('close', () => {
        openCount -= 1
        for (const { network } of networks) {
          const remaining = (counts.get(network) ?? 1) - 1
          if (remaining > 0) counts.set(network, remaining)
          else counts.delete(network)
        }
      })
    })
    app.server.on('request', ({ socket }: IncomingMessage) => unused.remove(socket))
    app.addHook('preClose', async () => {
      while (unused.closeOne());
    })
  },
  { name: 'connection-limit' },
)

/** The connections that have sent no request yet, by network, the oldest first. */
function createUnusedConnections() {
  const byNetwork = new Map<string, Set<Socket>>()
  const networks = new Map<Socket, string>()

  function remove(socket: Socket): void {
    const network = networks.get(socket)
    if (network === undefined) return
    networks.delete(socket)
    const sockets = byNetwork.get(network)
    sockets?.delete(socket)
    if (sockets?.size === 0) byNetwork.delete(network)
  }

  return {
    remove,
    add(socket: Socket, network: string): void {
      networks.set(socket, network)
      byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(socket))
      socket.once('close', () => remove(socket))
    },
    /** Closes the oldest one of the network with most of them. @returns whether there was one */
    closeOne(): boolean {
      let most = new Set<Socket>()
      for (const sockets of byNetwork.values()) if (sockets.size > most.size) most = sockets
      const [socket] = most
      if (socket === undefined) return false
      remove(socket)
      socket.destroy()
      return true
    },
  }
}
