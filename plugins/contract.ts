import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { countHeader } from '#src/contract/count-header.ts'
import { createInvalidRequest, type Problem } from '#src/contract/problems/problem.ts'

/** What holds for every request: bodies arrive as raw bytes, and a closing service keeps no connection. */
export default fp(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    // Bytes of any Content-Type: the operation's request parser checks the type, decodes and parses.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
      if (request.routeOptions.config.operation !== undefined) app.rateLimit.countBody(request, bytes.length)
      done(refusalToMediaType(request.raw), bytes)
    })
    dropTypeOfNoBody(app)
    setCacheControl(app)
    closeAfterLastResponse(app)
  },
  { name: 'contract' },
)

/**
 * Without a length or a coding there is no body (RFC 9112, section 6.3), whatever type is named for it. Fastify would
 * wait for its end, which Node does not emit (`optimizeEmptyRequests` in src/app.ts).
 */
function dropTypeOfNoBody(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type']
    done()
  })
}

/** Of two types Node takes the first, and a proxy in between may have checked the other. */
const refusalToMediaType = ({ rawHeaders }: IncomingMessage): Problem | null =>
  countHeader(rawHeaders, 'content-type') > 1
    ? createInvalidRequest('header Content-Type', 'is given more than once')
    : null

/** Set before any other hook can refuse the request, so that refusals carry the operation's Cache-Control too. */
function setCacheControl(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { cacheControl } = request.routeOptions.config.operation ?? {}
    if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
    done()
  })
}

/** During a shutdown each response closes its connection, or keep-alive would delay the exit. */
function closeAfterLastResponse(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', async () => {
    // A response whose headers were sent before the shutdown (a stream) could not carry `connection: close`.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
}
