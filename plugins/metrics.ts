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
    app.addHook('onResponse', async (request, reply) => {
      const { operation } = request.routeOptions.config
      metrics.recordDuration(operation?.id ?? noOperation, request.method, reply.statusCode, reply.elapsedTime / 1_000)
    })
  },
  { name: 'metrics' },
)
