import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type Operation, operationContracts } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createResponseCheck, type ResponseCheck } from '#src/contract/response-check.ts'
import { noOperation } from '#src/observability/metrics/app.ts'

/**
 * Checks every JSON response before it is serialized, also those of hooks and the router. One that the contract does
 * not describe is counted and logged; a success then becomes a 500, a failure is sent as it is: replacing it would tell
 * the caller less.
 */
export default fp(
  async (app: FastifyInstance) => {
    const { countViolation, countProblem } = app.metrics
    const checks = new Map<Operation | undefined, ResponseCheck>(
      [undefined, ...operationContracts.values()].map((operation) => [operation, createResponseCheck(operation)]),
    )
    app.addHook('preSerialization', (request, reply, body, done) => {
      const { operation } = request.routeOptions.config
      const { statusCode: status } = reply
      const violation = checks.get(operation)?.({ status, header: (name) => reply.getHeader(name), body })
      if (status >= 400 && violation === undefined) {
        request.problemCode = (body as { code: string }).code
        countProblem(operation?.id ?? noOperation, request.problemCode)
      }
      if (violation === undefined) return done(null, body)
      countViolation(violation)
      if (status < 400) return done(new Problem('internal', { cause: violation }))
      request.log.error({ err: violation }, 'a response that the contract does not describe')
      return done(null, body)
    })
  },
  { name: 'response-check', dependencies: ['metrics'] },
)
