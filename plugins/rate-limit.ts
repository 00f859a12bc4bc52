import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { addressOf } from '#src/auth/client-address.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { openSharedPaces } from '#src/http/rate-limit/postgres-store.ts'

type Hook = (request: FastifyRequest) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that pace an operation: one where the contract lists 429 or lets anybody call, none elsewhere. */
    limitersOf: (operation: Operation) => Hook[]
  }
}

/** Paces callers: by subject or key where one is known, by address where not; figures and the place where they are counted in the settings. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const shared = config.limits.store === 'postgres' && { store: sharedStore(app) }
    await app.register(rateLimit, { global: false, ...shared })
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

const identityOf = (request: FastifyRequest) => {
  const { caller } = request
  if (caller.kind === 'user') return `user ${caller.subject}`
  return caller.kind === 'anonymous' ? `address ${addressOf(request)}` : caller.kind
}

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void

/** The library's form of a store: a class, of which it makes what it likes; all of them count in one place. */
function sharedStore({ resources, log }: FastifyInstance) {
  const paces = openSharedPaces(resources.db, (err) => log.warn({ err }, 'ended paces were not removed'))
  return class SharedStore {
    incr(identity: string, counted: Counted, windowMs: number, max: number): void {
      paces.take(identity, { max, windowMs }).then(
        ({ taken, leftMs }) => counted(null, { current: taken, ttl: leftMs }),
        (error: Error) => counted(error),
      )
    }
    child = () => this
  }
}
