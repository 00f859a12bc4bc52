import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { listCountedNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'

/**
 * Limits the connections of the process, and separately those of one address, so that one stranger's idle connections
 * leave room for others. Further connections are closed at once. A trusted proxy has many clients, so only the limit of
 * the process applies to it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { connectionsMax, connectionsPerAddressMax } = config.limits
    app.server.maxConnections = connectionsMax
    const isProxy = compile(config.trustedProxies === false ? [] : [...config.trustedProxies])
    const open = new Map<string, number>()
    app.server.on('connection', (socket: Socket) => {
      const { remoteAddress } = socket
      if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return
      const networks = listCountedNetworks(remoteAddress)
      const isFull = networks.some(
        ({ network, limitFactor }) => (open.get(network) ?? 0) >= limitFactor * connectionsPerAddressMax,
      )
      if (isFull) {
        socket.destroy()
        return
      }
      for (const { network } of networks) open.set(network, (open.get(network) ?? 0) + 1)
      socket.once('close', () => {
        for (const { network } of networks) {
          const remaining = (open.get(network) ?? 1) - 1
          if (remaining > 0) open.set(network, remaining)
          else open.delete(network)
        }
      })
    })
  },
  { name: 'connection-limit' },
)
