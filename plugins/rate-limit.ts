import type { FastifyInstance, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { getCallerKey, listNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { openMemoryStore, type RateLimitUsage } from '#src/http/rate-limit/memory-store.ts'

type DocumentHooks = { onRequest: onRequestHookHandler; onSend: onSendHookHandler }

declare module 'fastify' {
  interface FastifyInstance {
    rateLimit: {
      /** The hooks that limit an operation; they run after the caller is identified. */
      listHooks: (operation: Operation) => onRequestHookHandler[]
      /** The hooks of a route that serves a document: limit requests for it by address, each by the bytes it gets. */
      documents: DocumentHooks
      /** The same for the metrics, with a count of its own: what watches the service may share its callers' address. */
      metrics: DocumentHooks
      /**
       * Counts a refused credential by address. @returns what to answer: the refusal, or 429 once there are too many
       */
      limitRefusedCredential: (request: FastifyRequest, refusal: Problem) => Problem
    }
  }
}

const windowMs = 60_000

/** Bytes of a document that count as one request: megabytes cost sockets and network more than a request does. */
const bytesPerRequest = 64 * 1024

/**
 * Limits callers: by user where there is one, by address where not. Figures: src/config/README.md.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { callerPerMinuteMax, costlyPerMinuteMax, anonymousPerMinuteMax } = config.limits
    const callers = openMemoryStore(windowMs)
    const anonymous = openMemoryStore(windowMs)
    const costly = openMemoryStore(windowMs)

    /** Counts a request by its networks, each of which has its limit. */
    const consumeByNetwork = (request: FastifyRequest, purpose: string, requests = 1): Problem | undefined =>
      listNetworks(request)
        .map(({ network, limitFactor }) =>
          refusalToUsage(anonymous.take(`${purpose} ${network}`, requests), limitFactor * anonymousPerMinuteMax),
        )
        .find((refusal) => refusal !== undefined)
    const limitEach = createLimiter((request) =>
      request.caller.kind === 'anonymous'
        ? consumeByNetwork(request, 'anonymous')
        : refusalToUsage(callers.take(getCallerKey(request)), callerPerMinuteMax),
    )
    const limitCostly = createLimiter((request) =>
      refusalToUsage(costly.take(getCallerKey(request)), costlyPerMinuteMax),
    )
    const limitDocuments = (purpose: string): DocumentHooks => ({
      onRequest: createLimiter((request) => consumeByNetwork(request, purpose)),
      onSend: (request, _reply, payload, done) => {
        // The next request is refused, not this one: its size is known only now.
        consumeByNetwork(request, purpose, Math.floor(countSentBytes(request, payload) / bytesPerRequest))
        done(null, payload)
      },
    })
    app.decorate('rateLimit', {
      listHooks: ({ tag, isCostly }) => (tag === 'health' ? [] : isCostly ? [limitEach, limitCostly] : [limitEach]),
      documents: limitDocuments('documents'),
      metrics: limitDocuments('metrics'),
      limitRefusedCredential: (request, refusal) => consumeByNetwork(request, 'refused') ?? refusal,
    })
  },
  { name: 'rate-limit' },
)

const countSentBytes = ({ method }: FastifyRequest, payload: unknown): number =>
  method !== 'HEAD' && (typeof payload === 'string' || Buffer.isBuffer(payload)) ? Buffer.byteLength(payload) : 0

const createLimiter =
  (refuse: (request: FastifyRequest) => Problem | undefined): onRequestHookHandler =>
  (request, _reply, done) =>
    done(refuse(request))

function refusalToUsage({ used, remainingMs }: RateLimitUsage, max: number): Problem | undefined {
  return used > max ? new Problem('rate_limited', { retryAfter: Math.ceil(remainingMs / 1_000) }) : undefined
}
