import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { requestLogStorage } from '#src/observability/logger.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the failure that was sent. */
    problemCode: string | undefined
    /** Which cause of that code, where there are several. */
    problemReason: string | undefined
  }
}

/** Every log line of a request names the request and its operation; none names the subject or the artist's text. */
export default fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('problemCode', undefined)
    app.decorateRequest('problemReason', undefined)
    app.addHook('onRoute', (route) => {
      const { operationId } = route.config ?? {}
      route.childLoggerFactory = (logger, bindings, options) =>
        logger.child({ ...bindings, ...(operationId !== undefined && { operationId }) }, options)
    })
    // Code that does not receive the request, such as a slow statement, logs through this storage.
    app.addHook('onRequest', (request, _reply, done) => requestLogStorage.run(request.log, done))
    app.addHook('onResponse', (request, reply, done) => {
      // A binding of the request's logger already names an operation; a second key would stand beside it.
      const { problemCode: code, problemReason: reason } = request
      const { operationId } = request.routeOptions.config
      request.log.info(
        {
          ...(operationId === undefined && { operationId: null }),
          method: request.method,
          status: reply.statusCode,
          ...(code !== undefined && { code }),
          ...(reason !== undefined && { reason }),
          durationMs: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request completed',
      )
      done()
    })
  },
  { name: 'request-log' },
)
