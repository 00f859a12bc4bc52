import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import type { OperationId } from '#src/contract/document.ts'
import { formatFault } from '#src/http/fault-injection/faults.ts'
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
      const { operationId } = request.routeOptions.config
      if (operationId === undefined) return
      const { id: artistId, artistId: onboarded } = request.params as { id?: string; artistId?: string }
      const retryAfter = Number(reply.getHeader('retry-after'))
      const answeredAtMs = performance.now()
      requests.push(
        recordRequest({
          id: request.id,
          operationId: operationId as OperationId,
          method: request.method,
          artistId: artistId ?? onboarded,
          url: request.url,
          sent: request.body as Buffer | undefined,
          status: reply.statusCode,
          answered: payload,
          retryAfterMs: Number.isNaN(retryAfter) ? undefined : retryAfter * 1_000,
          fault: request.fault && formatFault(request.fault),
          receivedAtMs: answeredAtMs - reply.elapsedTime,
          answeredAtMs,
        }),
      )
      if (requests.length > requestsMax) requests.shift()
    })
    app.get('/sandbox/requests', app.rateLimit.documents, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return reply.send({ status: 'ok', requests })
    })
    app.get('/sandbox/report', app.rateLimit.documents, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return reply.send(reportSandbox(requests))
    })
    app.addHook('onClose', async () => {
      if (requests.length > 0) app.log.info(reportSandbox(requests).summary)
    })
  },
  { name: 'sandbox', dependencies: ['fault-injection', 'rate-limit'] },
)
