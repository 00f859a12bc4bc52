import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '#src/contract/problems/problem.ts'
import { cacheFor } from '#src/http/cache-for.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the service says that it takes no new traffic; it serves all the same. */
    drain: () => void
  }
}

/** Undefined if the service can do its work, else the reason, without private details. */
export type Readiness = () => Promise<string | undefined>

/**
 * GET /ready, for what routes traffic: 200 once storage answers and every migration is applied, 503 with the reason
 * until then, and again once the service is about to stop. On a cluster it asks the coordinator alone: without one of
 * its workers the artists of the others are served.
 */
export default fp(
  async (app: FastifyInstance, { isReady }: { isReady: Readiness }) => {
    let draining = false
    app.decorate('drain', () => {
      draining = true
    })
    const findStorageProblem = cacheFor(cacheMs, async () => {
      const reason = await isReady()
      return reason === undefined ? undefined : new Problem('persistence_unavailable', { message: reason })
    })
    // Answered under pressure like health: an overload would take every replica out of the balancer at once.
    app.get('/ready', { config: { pressureHandler: () => {} } }, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      const refusal = draining ? new Problem('shutting_down') : await findStorageProblem()
      if (refusal === undefined) return reply.send({ status: 'ok' })
      return reply.code(503).header('retry-after', '1').send(refusal.body)
    })
  },
  { name: 'readiness' },
)

/** Milliseconds for which one evaluation is cached: the longest delay until a failover is noticed. */
const cacheMs = 1_000
