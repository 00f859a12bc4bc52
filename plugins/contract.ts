import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { getCacheControl } from '#src/contract/cache-control.ts'
import { assertCatalogueMatchesContract } from '#src/contract/catalogue-check.ts'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { findViolation, readProblemCode } from '#src/contract/response-check.ts'
import { readRequestBody } from '#src/http/read-body.ts'
import { noOperation } from '#src/observability/metrics/app.ts'

/**
 * What makes Fastify serve the contract as it stands: bodies as raw bytes, and a refusal to start on any difference.
 */
export default fp(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    // Bytes, whatever the Content-Type: an operation's reader judges the type, decodes fatally and parses.
    app.addContentTypeParser('*', ({ routeOptions }, body, done) => readRequestBody(body, routeOptions.bodyLimit, done))
    tellPartings(app)
    judgeAnswers(app)
    markPrivateAnswers(app)
    answerWhileClosing(app)
    assertCatalogueMatchesContract()
    const mounted = new Set<string>()
    app.addHook('onRoute', ({ config }) => {
      if (config?.operationId !== undefined) mounted.add(config.operationId)
    })
    app.addHook('onReady', async () => {
      const missing = [...operationContracts.keys()].filter((id) => !mounted.has(id))
      if (missing.length > 0) throw new Error(`No area mounts the contract's operations [${missing.join(', ')}]`)
    })
  },
  { name: 'contract', dependencies: ['metrics'] },
)

/** On whatever leaves, failures of every kind too: who calls an operation that will end learns of it in time. */
function tellPartings(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const operation = operationOf(request)
    if (operation !== undefined) reply.headers(operation.parting)
    done(null, payload)
  })
}

/**
 * The last look at whatever leaves, also at what no handler has given. What the contract does not describe is counted
 * and logged; a success of the kind becomes a 500, a failure goes out as it is, since one more failure would help no
 * caller.
 */
function judgeAnswers(app: FastifyInstance): void {
  const { countViolation, countProblem } = app.measures
  app.addHook('onSend', (request, reply, payload, done) => {
    const operation = operationOf(request)
    const leaving = { status: reply.statusCode, header: (name: string) => reply.getHeader(name), payload }
    const violation = findViolation(operation, leaving)
    if (violation === undefined) {
      if (reply.statusCode >= 400) countProblem(operation?.id ?? noOperation, readProblemCode(payload))
      return done(null, payload)
    }
    countViolation(violation)
    if (reply.statusCode < 400) return done(new Problem('internal', { cause: violation }))
    request.log.error({ err: violation }, 'an answer that the contract does not describe')
    return done(null, payload)
  })
}

const operationOf = ({ routeOptions }: FastifyRequest) =>
  operationContracts.get(routeOptions.config.operationId as OperationId)

/** Before anything can fail: what is private is marked so on every answer, also on a refusal that no operation gave. */
function markPrivateAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const operation = operationOf(request)
    const caching = operation && getCacheControl(operation)
    if (caching !== undefined) reply.header('cache-control', caching)
    done()
  })
}

/**
 * Requests that arrive on open connections after a stop began: refused as retryable, with a header to connect
 * elsewhere. A connection whose request was under way then is closed with its answer; kept alive it would hold the
 * process until its time to close is over.
 */
function answerWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', (_request, _reply, done) => done(closing ? new Problem('shutting_down') : undefined))
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    // A response that began before the stop, a stream above all, could not say so any more.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}
