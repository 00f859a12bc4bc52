import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Closes connections without a request when the service closes, such as a browser opens in advance. Node's server takes
 * them for busy and has no timeout for them: one would hold the process for the whole time to close.
 */
export default fp(
  async (app: FastifyInstance) => {
    const idleSockets = new Set<Socket>()
    app.server.on('connection', (socket: Socket) => {
      idleSockets.add(socket)
      socket.once('close', () => idleSockets.delete(socket))
    })
    app.server.on('request', ({ socket }: IncomingMessage) => idleSockets.delete(socket))
    app.addHook('preClose', async () => {
      for (const socket of idleSockets) socket.destroy()
    })
  },
  { name: 'connections' },
)
