import type { FastifyInstance, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { getCallerKey, listNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import type { Problem } from '#src/contract/problems/problem.ts'
import { createRateLimiter } from '#src/http/rate-limit/rate-limiter.ts'

type DocumentHooks = { onRequest: onRequestHookHandler; onSend: onSendHookHandler }

declare module 'fastify' {
  interface FastifyInstance {
    rateLimit: {
      /** The hooks that limit an operation; they run after the caller is identified. */
      listHooks: (operation: Operation) => onRequestHookHandler[]
      /** Counts the bytes of a body that was received, as more requests of its caller. */
      countBody: (request: FastifyRequest, bytes: number) => void
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

/**
 * Bytes that count as one request: megabytes of a document cost sockets and network more than a request does, and those
 * of a body memory too. A body that was received counts whatever it holds: refusing it costs no less than receiving it.
 */
const bytesPerRequest = { document: 64 * 1024, body: 16 * 1024 }

/**
 * Limits callers: by user where there is one, by address where not. Figures: src/config/README.md.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { callerPerMinuteMax, costlyPerMinuteMax, anonymousPerMinuteMax } = config.limits
    const consumeAnonymous = createRateLimiter()
    const consumeByCaller = createRateLimiter()
    const consumeCostly = createRateLimiter()

    /** Counts a request by its networks, each of which has its limit. */
    const consumeByNetwork = (request: FastifyRequest, purpose: string, requests = 1): Problem | undefined =>
      listNetworks(request)
        .map(({ network, limitFactor }) =>
          consumeAnonymous(`${purpose} ${network}`, limitFactor * anonymousPerMinuteMax, requests),
        )
        .find((refusal) => refusal !== undefined)
    const consumeEach = (request: FastifyRequest, requests = 1): Problem | undefined =>
      request.caller.kind === 'anonymous'
        ? consumeByNetwork(request, 'anonymous', requests)
        : consumeByCaller(getCallerKey(request), callerPerMinuteMax, requests)
    const limitEach = createHook((request) => consumeEach(request))
    const limitCostly = createHook((request) => consumeCostly(getCallerKey(request), costlyPerMinuteMax))
    const limitDocuments = (purpose: string): DocumentHooks => ({
      onRequest: createHook((request) => consumeByNetwork(request, purpose)),
      onSend: (request, _reply, payload, done) => {
        // The next request is refused, not this one: its size is known only now.
        consumeByNetwork(request, purpose, Math.floor(countSentBytes(request, payload) / bytesPerRequest.document))
        done(null, payload)
      },
    })
    app.decorate('rateLimit', {
      // The next request is refused, not this one: the length of a chunked body is known only once it has arrived.
      countBody: (request, bytes) => void consumeEach(request, Math.floor(bytes / bytesPerRequest.body)),
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

const createHook =
  (refuse: (request: FastifyRequest) => Problem | undefined): onRequestHookHandler =>
  (request, _reply, done) =>
    done(refuse(request))
