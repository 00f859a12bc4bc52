import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { type RecordedRequest, recordRequest } from '#src/http/fault-injection/recorded-request.ts'
import { reportSandbox } from '#src/http/fault-injection/sandbox-report.ts'

/** Older requests are forgotten. */
const requestsMax = 1_000

/** With fault injection: shows a client team what its client did, at /sandbox/requests and /sandbox/report. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (config.chaos === undefined) return
    const requests: RecordedRequest[] = []
    app.addHook('onSend', async (request, reply, payload) => {
      const { operation } = request.routeOptions.config
      if (operation === undefined) return
      requests.push(recordRequest(operation.id, request, reply, payload))
      if (requests.length > requestsMax) requests.shift()
    })
    const pages = {
      '/sandbox/requests': () => ({ status: 'ok', requests }),
      '/sandbox/report': () => reportSandbox(requests),
    }
    for (const [path, view] of Object.entries(pages))
      app.get(path, app.rateLimit.documents, async (_request, reply) =>
        reply.header('cache-control', 'no-store').send(view()),
      )
    app.addHook('onClose', async () => {
      if (requests.length > 0) app.log.info(reportSandbox(requests).summary)
    })
  },
  { name: 'sandbox', dependencies: ['fault-injection', 'rate-limit'] },
)
