import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Requests on one connection without a response yet; a client that pipelines usually sends only a few ahead. */
const unansweredMax = 32

/**
 * Closes a connection on which too many requests are sent ahead of their answers. Node parses all requests of a packet
 * in one iteration of the event loop, so that a packet of 64 KiB, two thousand requests, would delay all other callers.
 */
export default fp(
  async (app: FastifyInstance) => {
    const [handle, ...others] = app.server.listeners('request') as RequestListener[]
    if (handle === undefined || others.length > 0) throw new Error('The server has not exactly one request listener')
    const unanswered = new WeakMap<Socket, number>()
    app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      // The parser goes on to the end of the packet after its connection was destroyed.
      if (socket.destroyed) return
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > unansweredMax) {
        socket.destroy()
        return
      }
      unanswered.set(socket, count)
      response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
      handle(request, response)
    })
  },
  { name: 'pipelining' },
)
