import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { createAuthenticator } from '#src/auth/authenticate.ts'
import type { Caller } from '#src/auth/caller.ts'
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
    identify: (operation: Operation) => onRequestAsyncHookHandler
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
      // Before the body is read and validated: a token without a user is no credential (interface, section 5).
      const authenticate = async (request: FastifyRequest): Promise<Caller> => {
        const key = request.headers['x-service-research-key']
        const caller = await identify({
          authorization: isRepeated(request, 'authorization') ? undefined : request.headers.authorization,
          researchKey: typeof key === 'string' ? key : undefined,
        })
        if (caller.kind !== 'user') return caller
        const id = await findUserId(caller.subject)
        if (id === undefined) throw new Problem('not_signed_in', { reason: 'unknown_user' })
        return { ...caller, id }
      }
      return async (request) => {
        request.caller = await authenticate(request).catch((refusal: Error) => {
          throw limitRefusal(request, refusal)
        })
      }
    })
  },
  // Not 'caller': fastify-plugin would look for a property of that name on the function, which strict mode forbids.
  { name: 'authentication', dependencies: ['rate-limit'] },
)

/** A header that is sent twice is no credential: Node takes the first, and a proxy may have checked the second. */
const isRepeated = ({ raw }: FastifyRequest, header: string): boolean => countHeader(raw.rawHeaders, header) > 1
