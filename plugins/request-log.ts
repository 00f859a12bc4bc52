import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { logOfRequest } from '#src/log.ts'

/**
 * Every line of a request names the request and its operation, and each answer has one: who asked for what text is nobody's business but the
 * artist's.
 */
export default fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => {
      const { operationId } = route.config ?? {}
      if (operationId === undefined) return
      route.childLoggerFactory = (logger, bindings, options) =>
        logger.child({ ...bindings, operationId }, options ?? {})
    })
    // What is done for a request far from it, such as a statement, finds its log.
    app.addHook('onRequest', (request, _reply, done) => logOfRequest.run(request.log, done))
    app.addHook('onResponse', (request, reply, done) => {
      const { operationId } = request.routeOptions.config
      request.log.info(
        {
          ...(operationId === undefined && { operationId: null }),
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
