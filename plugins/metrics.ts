import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Registry } from 'prom-client'
import { parseBearerToken } from '#src/auth/authenticate.ts'
import { secretsEqual } from '#src/auth/secrets.ts'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type AppMetrics, noOperation } from '#src/observability/metrics/app.ts'
import { registerDatabaseMetrics } from '#src/observability/metrics/database.ts'
import { type PoolStats, registerPoolMetrics } from '#src/observability/metrics/pool.ts'
import { getProcessMetrics } from '#src/observability/metrics/process.ts'
import { showStartWarnings } from '#src/observability/metrics/start-warnings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is counted of this service. */
    measures: AppMetrics
  }
  interface FastifyContextConfig {
    /** What @fastify/under-pressure calls for a route instead of refusing it; its types leave it out. */
    pressureHandler?: () => void
  }
}

type Options = { config: Config; measures: AppMetrics; pool: PoolStats | undefined }

/**
 * GET /metrics in Prometheus' text format, for a monitoring system: with the bearer token of the settings where
 * one is set. Without one it is open on a developer's machine and not there anywhere else. It is answered also while
 * load is shed, which is when it is needed.
 */
export default fp(
  async (app: FastifyInstance, { config, measures, pool }: Options) => {
    app.decorate('measures', measures)
    countRequests(app)
    const { token, isServed } = config.metrics
    if (!isServed) return
    const { registry } = measures
    const ofProcess = getProcessMetrics()
    showStartWarnings(registry, config.warnings)
    if (pool !== undefined) registerPoolMetrics(registry, pool)
    const queryStorage = registerDatabaseMetrics(registry, app.resources.db)
    app.get('/metrics', {
      config: { pressureHandler: () => {} },
      onRequest: async ({ headers }: FastifyRequest) => {
        if (token === undefined) return
        if (!secretsEqual(parseBearerToken(headers.authorization), token)) throw new Problem('not_signed_in')
      },
      handler: async (_request, reply) => {
        await queryStorage()
        const both = Registry.merge([registry, ofProcess])
        return reply
          .header('cache-control', 'no-store')
          .type(both.contentType)
          .send(await both.metrics())
      },
    })
  },
  { name: 'metrics' },
)

function countRequests(app: FastifyInstance): void {
  const { begin, end, recordDuration } = app.measures
  app.addHook('onRequest', (_request, reply, done) => {
    begin()
    // Also when the client has gone before the answer.
    reply.raw.on('close', end)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { operationId = noOperation } = request.routeOptions.config
    recordDuration(operationId, request.method, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
