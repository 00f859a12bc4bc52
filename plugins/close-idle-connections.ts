import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Ends, when the service closes, the connections without a request, such as a browser opens in
 * advance. Node's server ends those that are idle between two requests, but takes these for busy and sees to no time
 * limit of theirs any more: one of them would hold the process until its time to close is over, and storage would not
 * be closed at all.
 */
export default fp(
  async (app: FastifyInstance) => {
    const unasked = new Set<Socket>()
    app.server.on('connection', (socket: Socket) => {
      unasked.add(socket)
      socket.once('close', () => unasked.delete(socket))
    })
    app.server.on('request', ({ socket }: IncomingMessage) => unasked.delete(socket))
    app.addHook('preClose', async () => {
      for (const socket of unasked) socket.destroy()
    })
  },
  { name: 'connections' },
)
