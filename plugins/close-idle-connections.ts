import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * When the service closes, closes connections without a request; a browser opens such connections in advance. Node's
 * server treats them as busy and has no timeout for them: one would delay the end until the close timeout.
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
  { name: 'close-idle-connections' },
)
