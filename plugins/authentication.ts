import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { createAuthenticator } from '#src/auth/authenticate.ts'
import type { Caller } from '#src/auth/caller.ts'
import { createTokenVerifier } from '#src/auth/tokens.ts'
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
    const limitRefusal = async (request: FastifyRequest, refusal: Error): Promise<Error> => {
      if (!(refusal instanceof Problem)) return refusal
      if (refusal.code === 'not_configured' && !isWarned) {
        isWarned = true
        app.log.warn('a research key was sent, and RESEARCH_KEY is not set or too short')
      }
      const isOfCredential = refusal.code === 'not_signed_in' || refusal.code === 'not_configured'
      return isOfCredential ? app.rateLimit.limitRefusedCredential(request, refusal) : refusal
    }
    const { db } = app.resources
    const findUserId = async (subject: string) =>
      (await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst())?.id
    const verify = await createTokenVerifier(config, findUserId)
    app.decorateRequest('caller')
    app.decorate('identify', (operation: Operation) => {
      const identify = createAuthenticator(operation, config, verify)
      return async (request) => {
        const key = request.headers['x-service-research-key']
        const credentials = {
          authorization: isRepeated(request, 'authorization') ? undefined : request.headers.authorization,
          researchKey: typeof key === 'string' ? key : undefined,
        }
        request.caller = await identify(credentials).catch(async (refusal: Error) => {
          throw await limitRefusal(request, refusal)
        })
      }
    })
  },
  // Not 'caller': fastify-plugin would look for a property of that name on the function, which strict mode forbids.
  { name: 'authentication', dependencies: ['rate-limit'] },
)

/** A header that is sent twice is no credential: Node takes the first, and a proxy may have checked the second. */
const isRepeated = ({ raw }: FastifyRequest, header: string): boolean => countHeader(raw.rawHeaders, header) > 1
