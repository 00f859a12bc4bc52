import { subscribe } from 'node:diagnostics_channel'
import { trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { operationContracts } from '#src/contract/document.ts'

/** Names each request's span by the contract: the path as `http.route`, and the operation. */
export function nameOperations(): void {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRequest', (request, _reply, done) => {
      const operation = operationContracts.get(request.routeOptions.config.operationId as never)
      if (operation !== undefined) {
        trace.getActiveSpan()?.updateName(`${request.method} ${operation.path}`).setAttributes({
          'http.route': operation.path,
          'sittings.operation_id': operation.id,
        })
      }
      done()
    })
  })
}
