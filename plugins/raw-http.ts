import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { answerClientError } from '#src/client-error.ts'
import { invalid } from '#src/problems/problem.ts'

/** What Node would refuse by itself, without a body or without a word: here it gets the one error body too. */
export default fp(
  async (app: FastifyInstance) => {
    // RFC 9112, section 3.2: a 400 each, which the server leaves to this hook (`requireHostHeader` in src/app.ts).
    app.addHook('onRequest', async ({ raw }) => {
      const [host, ...more] = valuesOf(raw.rawHeaders, 'host')
      if (raw.httpVersion === '1.1' && host === undefined) throw invalid('header Host', 'is required')
      if (more.length > 0) throw invalid('header Host', 'is given more than once')
      if (host !== undefined && /[^\w.~!$&'()*+,;=:%[\]-]/.test(host)) throw invalid('header Host', 'is not a host')
    })
    // An expectation other than 100-continue may be passed over (RFC 9110, section 10.1.1).
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      app.server.emit('request', request, response),
    )
    app.server.on('connect', (_request: IncomingMessage, socket: Socket) =>
      app.measures.countRefusal(answerClientError(new Error('CONNECT'), socket)),
    )
  },
  { name: 'raw-http', dependencies: ['metrics'] },
)

/** Every value of a header, as often as it was sent; an injected request has no `headersDistinct`. */
const valuesOf = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
