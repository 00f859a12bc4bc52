import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type AppMetrics, noOperation } from '#src/observability/metrics/app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The counters of this service. */
    metrics: AppMetrics
  }
}

/** Counts what the service does; plugins/metrics-page.ts shows it. */
export default fp(
  async (app: FastifyInstance, { metrics }: { metrics: AppMetrics }) => {
    app.decorate('metrics', metrics)
    countRequests(app)
  },
  { name: 'metrics' },
)

function countRequests(app: FastifyInstance): void {
  const { begin, end, recordDuration } = app.metrics
  app.addHook('onRequest', (_request, reply, done) => {
    begin()
    // Also if the client has disconnected before the response.
    reply.raw.on('close', end)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config
    recordDuration(operation?.id ?? noOperation, request.method, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
