import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ambiguousPaths, findKnownPath } from '#src/contract/paths.ts'
import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'

/** Turns every error into the one error body of the contract (interface, section 2.1). */
export default fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    app.setNotFoundHandler((request, reply) => sendProblem(new Problem('not_found'), request, reply))
    // Before the body is read: a path or method that is not served is reported whatever else is wrong with the request.
    app.addHook('onRequest', (request, reply, done) => done(findRoutingProblem(request, reply)))
  },
  { name: 'error-handler' },
)

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error)
  if (problem.status >= 500 && !unlogged.has(problem.code)) {
    request.log.error({ err: problem.cause ?? error, code: problem.code }, 'the operation failed')
  }
  request.problemReason = problem.reason
  reply.code(problem.status).type('application/json; charset=utf-8')
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
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
  return statusCode !== undefined && statusCode < 500 ? new Problem('invalid_request') : undefined
}

/**
 * A path that the contract knows, asked with a method it does not: 405 naming those it does. Also where the router has
 * found a route: it takes `GET …/sources/extract` for reading a source of that name.
 */
function findRoutingProblem(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  const { operation } = request.routeOptions.config
  if (!request.is404 && !ambiguousPaths.has(operation?.path ?? '')) return undefined
  const [path = ''] = request.url.split('?')
  const known = findKnownPath(path)
  if (known === undefined || known.methods.includes(request.method))
    return request.is404 ? new Problem('not_found') : undefined
  if (known.isPrivate) reply.header('cache-control', 'private, no-store')
  return new Problem('method_not_allowed', { allow: known.methods })
}
