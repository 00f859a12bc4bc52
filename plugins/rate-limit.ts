import type { IncomingMessage } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { getCallerKey, getClientAddress, listNetworks } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import type { Problem } from '#src/contract/problems/problem.ts'
import { createPace } from '#src/http/rate-limit/pace.ts'
import { createRateLimiter } from '#src/http/rate-limit/rate-limiter.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimit: {
      /** The hooks that limit an operation; they run after the caller is identified. */
      listHooks: (operation: Operation) => onRequestHookHandler[]
      /** Counts the bytes of a body that was received, as more requests of its caller. */
      countBody: (request: FastifyRequest, bytes: number) => void
      /** The hook of a route that serves a document: limits requests for it by address. */
      documents: { onRequest: onRequestHookHandler }
      /**
       * Counts a refused credential by address. @returns what to answer: the refusal, or 429 once there are too many
       */
      limitRefusedCredential: (request: FastifyRequest, refusal: Problem) => Promise<Problem>
    }
  }
}

/** Bytes of a body that count as one request, whatever it holds: refusing it costs no less than receiving it. */
const bodyBytesPerRequest = 4 * 1024

/**
 * How long the refusal of a longer body is held back if it has not arrived. Until then Node receives no more than a
 * window of it, and after it the rest: a connection that sends only such bodies sends four a second.
 */
const longRefusalMs = 250

const isLong = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyBytesPerRequest

/**
 * What one caller gets served: a page's requests at once, and then twice its limit, evenly. A flood over a few
 * connections is as fast as its answers: spaced, it takes little from other callers. No wait reaches a client's timeout.
 */
const paceMin = { perSecond: 100, atOnce: 100, waitMsMax: 2_000 }

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
      request.caller.kind === 'anonymous' || (request.caller.kind === 'scheduler' && config.cronSecret === undefined)
        ? consumeByNetwork(request, request.caller.kind, requests)
        : consumeByCaller(getCallerKey(request), callerPerMinuteMax, requests)
    const pace = createPace({ ...paceMin, perSecond: Math.max(paceMin.perSecond, callerPerMinuteMax / 30) })
    const limitEach: onRequestHookHandler = (request, _reply, done) => {
      const refusal = consumeEach(request)
      const waitMs = refusal === undefined ? pace(getCallerKey(request)) : 0
      if (waitMs === 0) done(refusal)
      else setTimeout(done, waitMs)
    }
    const limitCostly = createHook((request) => consumeCostly(getCallerKey(request), costlyPerMinuteMax))
    app.addHook('onSend', ({ raw }, _reply, payload, done) => {
      if (raw.complete || !isLong(raw)) done(null, payload)
      else setTimeout(done, longRefusalMs, null, payload)
    })
    app.decorate('rateLimit', {
      // The next request is refused, not this one: the length of a chunked body is known only once it has arrived.
      countBody: (request, bytes) => void consumeEach(request, Math.floor(bytes / bodyBytesPerRequest)),
      listHooks: ({ tag, isCostly }) => (tag === 'health' ? [] : isCostly ? [limitCostly, limitEach] : [limitEach]),
      documents: { onRequest: createHook((request) => consumeByNetwork(request, 'documents')) },
      limitRefusedCredential: async (request, refusal) => {
        const answer = consumeByNetwork(request, 'refused') ?? refusal
        await after(pace(`refused ${getClientAddress(request)}`))
        return answer
      },
    })
  },
  { name: 'rate-limit' },
)

const createHook =
  (refuse: (request: FastifyRequest) => Problem | undefined): onRequestHookHandler =>
  (request, _reply, done) =>
    done(refuse(request))
