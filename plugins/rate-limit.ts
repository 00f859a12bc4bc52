import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/problems/problem.ts'

type Hook = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that pace an operation: one where the contract lists 429 or lets anybody call, none elsewhere. */
    limitersOf: (operation: Operation) => Hook[]
  }
}

/** Paces callers: by subject or key where one is known, by address where not. One process's memory; figures in the settings. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    await app.register(rateLimit, { global: false })
    const known = limiter(app, config.limits.callerPerMinuteMax)
    const anonymous = limiter(app, config.limits.anonymousPerMinuteMax)
    const pace: Hook = (request) => (request.caller.kind === 'anonymous' ? anonymous(request) : known(request))
    app.decorate('limitersOf', (operation: Operation) => (isPaced(operation) ? [pace] : []))
  },
  { name: 'rate-limit', dependencies: ['identity'] },
)

/** Health is left alone: whoever watches the service must not be told that it is unwell because he watches often. */
const isPaced = ({ responses, security, tag }: Operation) =>
  responses.has('429') || (security.length === 0 && tag !== 'health')

function limiter(app: FastifyInstance, max: number): Hook {
  const take = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: identityOf })
  return async (request) => {
    const taken = await take(request)
    if (!taken.isAllowed && taken.isExceeded) throw new Problem('rate_limited', { retryAfter: taken.ttlInSeconds })
  }
}

const identityOf = ({ caller, ip }: FastifyRequest) =>
  caller.kind === 'user' ? `user ${caller.subject}` : caller.kind === 'anonymous' ? `address ${ip}` : caller.kind
