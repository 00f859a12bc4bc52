import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from '#src/callers/caller.ts'
import { identifierOf } from '#src/callers/identify.ts'
import { knownUsers } from '#src/callers/known-users.ts'
import { tokenVerifier } from '#src/callers/tokens.ts'
import type { Config } from '#src/config.ts'
import type { Operation } from '#src/contract/document.ts'
import { timesSent } from '#src/contract/times-sent.ts'
import { Problem } from '#src/problems/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyInstance {
    /** The hook that knows who calls an operation, or refuses with 401 before the body is read. */
    identify: (operation: Operation) => (request: FastifyRequest) => Promise<void>
  }
}

export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const verify = await tokenVerifier(config)
    const isUser = knownUsers(app.resources.db)
    app.decorateRequest('caller')
    app.decorate('identify', (operation: Operation) => {
      const identify = identifierOf(operation, config, verify)
      return async (request: FastifyRequest) => {
        const key = request.headers['x-service-research-key']
        request.caller = await identify({
          authorization: isRepeated(request, 'authorization') ? undefined : request.headers.authorization,
          researchKey: typeof key === 'string' ? key : undefined,
          connection: request.raw.socket,
        })
        // Before the body is read and the request is judged: a token of nobody is no credential (interface, section 5).
        const { caller } = request
        if (caller.kind === 'user' && !(await isUser(caller.subject))) throw new Problem('not_signed_in')
      }
    })
  },
  // Not 'caller': fastify-plugin would look for a property of that name on the function, which strict mode forbids.
  { name: 'identity' },
)

/** Sent twice it is no credential: of two, Node takes the first, and what stands in between may have judged the other. */
const isRepeated = ({ raw }: FastifyRequest, header: string): boolean => timesSent(raw.rawHeaders, header) > 1
