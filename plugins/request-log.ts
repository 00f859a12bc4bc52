import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { LazyLogger } from '#src/observability/lazy-logger.ts'
import { requestLogStorage } from '#src/observability/logger.ts'

/**
 * Every line of a request names the request and its operation, and each answer has one: who asked for what text is
 * nobody's business but the artist's.
 */
export default fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      const { operationId = null } = route.config ?? {}
      route.childLoggerFactory = (logger, bindings, options) =>
        new LazyLogger(() => logger.child({ ...bindings, ...(operationId !== null && { operationId }) }, options ?? {}))
    })
    // What is done for a request far from it, such as a statement, finds its log.
    app.addHook('onRequest', (request, _reply, done) => requestLogStorage.run(request.log, done))
    app.addHook('onResponse', (request, reply, done) => {
      const { operationId = null } = request.routeOptions.config
      // By the service's own log: to make one of the request takes longer than to write the line.
      app.log.info(
        {
          requestId: request.id,
          operationId,
          method: request.method,
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      )
      done()
    })
  },
  { name: 'request-log' },
)
