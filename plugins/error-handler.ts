import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { knownPaths, listShadowedMethods } from '#src/contract/paths.ts'
import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'

/** Turns every error into the one error body of the contract (interface, section 2.1). */
export default fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    app.setNotFoundHandler((request, reply) => sendProblem(findRoutingProblem(request, reply), request, reply))
    refuseUnroutable(app)
    refuseUndeclaredMethods(app)
  },
  { name: 'error-handler' },
)

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error)
  if (problem.status >= 500 && !unlogged.has(problem.code)) {
    request.log.error({ err: problem.cause ?? error, code: problem.code }, 'the operation failed')
  }
  request.problemReason = problem.reason
  reply.code(problem.status).type('application/json; charset=utf-8')
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  if (problem.allow !== undefined) reply.header('allow', problem.allow.join(', '))
  return reply.send(problem.body)
}

/**
 * Shed load and missing settings are no failures, and a flood must not fill the log. The log line of each response
 * shows them.
 */
const unlogged = new Set<ProblemCode>(['overloaded', 'not_configured'])

export function toProblem(error: unknown): Problem {
  return (
    findFrameworkProblem(error as FastifyError) ?? toDatabaseProblem(error) ?? new Problem('internal', { cause: error })
  )
}

/**
 * Fastify's own refusals, by its code where the contract has a status for it; any other 4xx of the framework is bad
 * input.
 */
function findFrameworkProblem({ code, statusCode }: FastifyError): Problem | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Problem('invalid_request', { message: 'header Content-Type: must be application/json' })
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('body_too_large')
  if (code === 'FST_ERR_BAD_URL') return new Problem('invalid_request', { message: 'path: is not a valid URL path' })
  if (typeof code === 'string' && statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid_request')
  }
  return undefined
}

/** A path that the contract knows, asked with a method it does not: 405 naming those it does. */
function findRoutingProblem(request: FastifyRequest, reply: FastifyReply): Problem {
  const [path = ''] = request.url.split('?')
  const known = knownPaths.find(({ pattern }) => pattern.test(path))
  if (known?.isPrivate) reply.header('cache-control', 'private, no-store')
  return known === undefined ? new Problem('not_found') : new Problem('method_not_allowed', { allow: known.methods })
}

/**
 * Runs before the body is read: a path or method that is not served is reported, whatever else is wrong with the
 * request.
 */
function refuseUnroutable(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) =>
    done(request.is404 ? findRoutingProblem(request, reply) : undefined),
  )
}

/** Without these routes `GET …/sources/extract` would be taken for reading a source of that name. */
function refuseUndeclaredMethods(app: FastifyInstance): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    throw findRoutingProblem(request, reply)
  }
  for (const path of knownPaths) {
    for (const method of listShadowedMethods(path)) {
      app.route({ method, url: path.url, exposeHeadRoute: false, onRequest: refuse, handler: refuse })
    }
  }
}
