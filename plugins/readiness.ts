import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Undefined when the service can do its work, else why not, in words that give nothing away. */
export type Readiness = () => Promise<string | undefined>

/** GET /ready, for whoever routes traffic: 200 once storage answers and every migration is applied, 503 with the reason until then. */
export default fp(
  async (app: FastifyInstance, { isReady }: { isReady: Readiness }) => {
    app.get('/ready', async (_request, reply) => {
      const reason = await isReady()
      reply.header('cache-control', 'no-store')
      if (reason === undefined) return reply.send({ status: 'ok' })
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'error', code: 'persistence_unavailable', error: reason })
    })
  },
  { name: 'readiness' },
)
