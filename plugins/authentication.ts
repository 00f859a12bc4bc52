import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { createAuthenticator } from '#src/auth/authenticate.ts'
import type { Caller } from '#src/auth/caller.ts'
import { type MaybePromise, mapMaybePromise } from '#src/auth/maybe-promise.ts'
import { createTokenVerifier } from '#src/auth/tokens.ts'
import { createUserCache } from '#src/auth/user-cache.ts'
import type { Config } from '#src/config.ts'
import { countHeader } from '#src/contract/count-header.ts'
import type { Operation } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyInstance {
    /** The hook that knows who calls an operation, or refuses with 401 before the body is read. */
    identify: (operation: Operation) => onRequestHookHandler
  }
}

export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    let isWarned = false
    /** A refused credential counts by address; an outage of the issuer does not. */
    const limitRefusal = (request: FastifyRequest, refusal: Error): Error => {
      if (!(refusal instanceof Problem)) return refusal
      if (refusal.code === 'not_configured' && !isWarned) {
        isWarned = true
        app.log.warn('a research key was sent, and RESEARCH_KEY is not set or too short')
      }
      const isOfCredential = refusal.code === 'not_signed_in' || refusal.code === 'not_configured'
      return isOfCredential ? app.rateLimit.limitRefusedCredential(request, refusal) : refusal
    }
    const verify = await createTokenVerifier(config)
    const findUserId = createUserCache(app.resources.db)
    app.decorateRequest('caller')
    app.decorate('identify', (operation: Operation) => {
      const identify = createAuthenticator(operation, config, verify)
      const getCaller = (request: FastifyRequest) => {
        const key = request.headers['x-service-research-key']
        return identify({
          authorization: isRepeated(request, 'authorization') ? undefined : request.headers.authorization,
          researchKey: typeof key === 'string' ? key : undefined,
          connection: request.raw.socket,
        })
      }
      // Sets the request's caller, or returns why there is none. Before the body is read and validated: a token without
      // a user is no credential (interface, section 5).
      const authenticateCaller = (request: FastifyRequest): MaybePromise<Problem | undefined> =>
        mapMaybePromise(getCaller(request), (caller) => {
          request.caller = caller
          if (caller.kind !== 'user') return undefined
          return mapMaybePromise(findUserId(caller.subject), (id) => {
            if (id === undefined) return new Problem('not_signed_in')
            request.caller = { ...caller, id }
            return undefined
          })
        })
      return (request, _reply, done) => {
        const refuse = (refusal?: Error) => done(refusal && limitRefusal(request, refusal))
        const refused = catchError(() => authenticateCaller(request))
        if (refused instanceof Promise) void refused.then(refuse, refuse)
        else refuse(refused)
      }
    })
  },
  // Not 'caller': fastify-plugin would look for a property of that name on the function, which strict mode forbids.
  { name: 'authentication', dependencies: ['rate-limit'] },
)

/** Catches a synchronous error: Fastify does not catch one that a hook with a callback throws. */
function catchError<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (error) {
    return error as Error
  }
}

/** A header that is sent twice is no credential: Node takes the first, and a proxy may have checked the second. */
const isRepeated = ({ raw }: FastifyRequest, header: string): boolean => countHeader(raw.rawHeaders, header) > 1
