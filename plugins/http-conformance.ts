import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { countHeader } from '#src/contract/count-header.ts'
import { createInvalidRequest, type Problem } from '#src/contract/problems/problem.ts'
import { respondToParserError } from '#src/http/malformed-request.ts'

/** Requests that Node would refuse by itself with an empty response, or none, get the contract's error body here. */
export default fp(
  async (app: FastifyInstance) => {
    // RFC 9112, section 3.2: a 400 each, which the server leaves to this hook (`requireHostHeader` in src/app.ts).
    app.addHook('onRequest', ({ raw }, _reply, done) => done(refusalToHost(raw)))
    // An expectation other than 100-continue may be passed over (RFC 9110, section 10.1.1).
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      app.server.emit('request', request, response),
    )
    app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      // The server has detached the socket, with its listeners and timeouts: an unhandled error would end
      // the process, and a client that never hangs up would keep the socket open.
      socket.on('error', () => {}).resume()
      app.metrics.countRefusal(respondToParserError(new Error('CONNECT'), socket))
      socket.destroySoon()
    })
  },
  { name: 'http-conformance', dependencies: ['metrics'] },
)

function refusalToHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): Problem | undefined {
  if (host === undefined) return httpVersion === '1.1' ? createInvalidRequest('header Host', 'is required') : undefined
  if (countHeader(rawHeaders, 'host') > 1) return createInvalidRequest('header Host', 'is given more than once')
  return /[^\w.~!$&'()*+,;=:%[\]-]/.test(host) ? createInvalidRequest('header Host', 'is not a host') : undefined
}
