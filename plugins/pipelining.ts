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
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > unansweredMax) {
        stopParsing(socket)
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

/** Private part of Node's server: the parser of a connection, and what it calls for each request. */
type Inside = { parser?: { onIncoming?: () => number } }

/** What `onIncoming` returns for a protocol upgrade, after which the parser leaves the rest of the packet alone. */
const upgrade = 2

/** Destroying the connection does not stop its parser, which would go on to the end of the packet. */
function stopParsing(socket: Socket): void {
  const { parser } = socket as Inside
  if (parser) parser.onIncoming = () => upgrade
}
