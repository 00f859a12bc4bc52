import type { IncomingMessage } from 'node:http'
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
      limitRefusedCredential: (request: FastifyRequest, refusal: Problem) => Problem
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

/** What refuses the caller, whatever it asks for: a flood of requests is a flood of these. */
const refusals = new Set([401, 403, 429])

/** Refusals of one caller in a second, at least; the longest wait is below what a client waits for an answer. */
const refusalsPerSecondMin = 100
const refusalWaitMsMax = 2_000

/** A refused credential has no caller. */
const getRefusedKey = (request: FastifyRequest) =>
  request.caller === undefined ? getClientAddress(request) : getCallerKey(request)

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
    // A flood over a few connections is as fast as its answers: spaced, it takes little from other callers.
    const paceRefusal = createPace({
      perSecond: Math.max(refusalsPerSecondMin, anonymousPerMinuteMax / 30),
      waitMsMax: refusalWaitMsMax,
    })
    app.addHook('onSend', (request, { statusCode }, payload, done) => {
      const bodyMs = request.raw.complete || !isLong(request.raw) ? 0 : longRefusalMs
      const waitMs = Math.max(bodyMs, refusals.has(statusCode) ? paceRefusal(getRefusedKey(request)) : 0)
      if (waitMs === 0) done(null, payload)
      else setTimeout(done, waitMs, null, payload)
    })
    app.decorate('rateLimit', {
      // The next request is refused, not this one: the length of a chunked body is known only once it has arrived.
      countBody: (request, bytes) => void consumeEach(request, Math.floor(bytes / bodyBytesPerRequest)),
      listHooks: ({ tag, isCostly }) => (tag === 'health' ? [] : isCostly ? [limitEach, limitCostly] : [limitEach]),
      documents: { onRequest: createHook((request) => consumeByNetwork(request, 'documents')) },
      limitRefusedCredential: (request, refusal) => consumeByNetwork(request, 'refused') ?? refusal,
    })
  },
  { name: 'rate-limit' },
)

const createHook =
  (refuse: (request: FastifyRequest) => Problem | undefined): onRequestHookHandler =>
  (request, _reply, done) =>
    done(refuse(request))
