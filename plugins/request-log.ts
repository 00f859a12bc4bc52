import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** One line an answer, by operation: who asked for what text is nobody's business but the artist's. */
export default fp(
  async (app: FastifyInstance) => {
    app.addHook('onResponse', async (request, reply) => {
      const { operationId } = request.routeOptions.config
      request.log.info(
        {
          operationId: operationId ?? null,
          method: request.method,
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      )
    })
  },
  { name: 'request-log' },
)
