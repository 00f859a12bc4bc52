import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { findBearerToken } from '#src/auth/authenticate.ts'
import { areSecretsEqual } from '#src/auth/secrets.ts'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { cacheFor } from '#src/http/cache-for.ts'
import { registerDatabaseMetrics } from '#src/observability/metrics/database.ts'
import { getProcessMetrics, registerPoolMetrics, showStartWarnings } from '#src/observability/metrics/process.ts'
import { nextTurn } from '#src/text/time-slices.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What @fastify/under-pressure calls for a route instead of refusing it; its types leave it out. */
    pressureHandler?: (request: FastifyRequest) => void
  }
}

/**
 * GET /metrics in Prometheus' text format, for a monitoring system: with the bearer token of the settings where
 * one is set. Without one it is open on a developer's machine and not there anywhere else. It is answered also while
 * load is shed, which is when it is needed.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { token, isServed } = config.metrics
    if (!isServed) return
    const { registry } = app.metrics
    const ofProcess = getProcessMetrics()
    showStartWarnings(registry, config.warnings)
    const { db } = app.resources
    registerPoolMetrics(registry, db.pool)
    const queryStorage = registerDatabaseMetrics(registry, db)
    const { limitRefusedCredential } = app.rateLimit
    // Readers at the same time share one text. Each metric is rendered in a turn of its own: one may have thousands of
    // series, and readers that arrive in one turn must find the rendering under way.
    const render = cacheFor(0, async () => {
      await queryStorage()
      const texts: string[] = []
      for (const source of [registry, ofProcess]) {
        for (const { name } of source.getMetricsAsArray()) {
          await nextTurn()
          texts.push(await source.getSingleMetricAsString(name))
        }
      }
      // Bytes, which are encoded once for all who share them.
      return Buffer.from(`${texts.join('\n\n')}\n`)
    })
    const isRefused = ({ headers }: FastifyRequest) =>
      token !== undefined && !areSecretsEqual(findBearerToken(headers.authorization) ?? '', token)
    app.get('/metrics', {
      config: {
        pressureHandler: (request) => {
          if (isRefused(request)) throw new Problem('overloaded')
        },
      },
      onRequest: async (request) => {
        if (isRefused(request)) throw await limitRefusedCredential(request, new Problem('not_signed_in'))
      },
      handler: async (_request, reply) => {
        const text = await render()
        // Readers that share one evaluation are sent it one in each turn, not all of them in one.
        await nextTurn()
        return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
      },
    })
  },
  { name: 'metrics-page', dependencies: ['metrics', 'rate-limit'] },
)
