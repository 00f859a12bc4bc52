import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isUuid } from '#src/http/pagination/cursor-guards.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the failure that was sent. */
    problemCode: string | undefined
    /** Which cause of that code, where there are several. */
    problemReason: string | undefined
  }
}

/** The artist in the path. Anything else that a caller may have written there is not logged. */
function findArtistId({ params, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.config.operation === undefined) return undefined
  const { id, artistId = id } = params as { id?: string; artistId?: string }
  return isUuid(artistId) ? artistId : undefined
}

/**
 * Every log line of a request names the request and its operation, the last one the artist as well; none names the
 * subject or the artist's text.
 */
export default fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('problemCode', undefined)
    app.decorateRequest('problemReason', undefined)
    app.addHook('onRoute', (route) => {
      const operationId = route.config?.operation?.id
      route.childLoggerFactory = (logger, bindings, options) =>
        logger.child({ ...bindings, ...(operationId !== undefined && { operationId }) }, options)
    })
    app.addHook('onResponse', async (request, reply) => {
      // A binding of the request's logger already names an operation; a second key would stand beside it.
      const { problemCode: code, problemReason: reason } = request
      const { operation } = request.routeOptions.config
      const artistId = findArtistId(request)
      request.log.info(
        {
          ...(operation === undefined && { operationId: null }),
          ...(artistId !== undefined && { artistId }),
          method: request.method,
          status: reply.statusCode,
          ...(code !== undefined && { code }),
          ...(reason !== undefined && { reason }),
          durationMs: Number(reply.elapsedTime.toFixed(1)),
        },
        'request completed',
      )
    })
  },
  { name: 'request-log' },
)
