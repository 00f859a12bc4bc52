import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '#src/contract/problems/problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the service says that it takes no new traffic; it serves all the same. */
    drain: () => void
  }
}

/** Undefined when the service can do its work, else why not, in words that give nothing away. */
export type Readiness = () => Promise<string | undefined>

/**
 * GET /ready, for whoever routes traffic: 200 once storage answers and every migration is applied, 503 with the reason until then, and again
 * once the service is about to stop.
 */
export default fp(
  async (app: FastifyInstance, { isReady }: { isReady: Readiness }) => {
    let draining = false
    app.decorate('drain', () => {
      draining = true
    })
    app.get('/ready', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      const refusal = draining ? new Problem('shutting_down') : await storageProblem(isReady)
      if (refusal === undefined) return reply.send({ status: 'ok' })
      return reply.code(503).header('retry-after', '1').send(refusal.body)
    })
  },
  { name: 'readiness' },
)

async function storageProblem(isReady: Readiness): Promise<Problem | undefined> {
  const reason = await isReady()
  return reason === undefined ? undefined : new Problem('persistence_unavailable', { message: reason })
}
