import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { cachingOf } from '#src/contract/caching.ts'
import { refuseCatalogueDifference } from '#src/contract/catalogue-check.ts'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import { Problem } from '#src/problems/problem.ts'

/** What makes Fastify serve the contract as it stands: bodies as raw bytes, and a refusal to start on any difference. */
export default fp(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    // Bytes, whatever the Content-Type: an operation's reader judges the type, decodes fatally and parses.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    markPrivateAnswers(app)
    answerWhileClosing(app)
    refuseCatalogueDifference()
    const mounted = new Set<string>()
    app.addHook('onRoute', ({ config }) => {
      if (config?.operationId !== undefined) mounted.add(config.operationId)
    })
    app.addHook('onReady', async () => {
      const missing = [...operationContracts.keys()].filter((id) => !mounted.has(id))
      if (missing.length > 0) throw new Error(`No area mounts the contract's operations [${missing.join(', ')}]`)
    })
  },
  { name: 'contract' },
)

/** Before anything can fail: what is private is marked so on every answer, also on a refusal that no operation gave. */
function markPrivateAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    const operation = operationContracts.get(routeOptions.config.operationId as OperationId)
    const caching = operation && cachingOf(operation)
    if (caching !== undefined) reply.header('cache-control', caching)
  })
}

/** Requests that arrive on open connections after a stop began: refused as retryable, and told to connect elsewhere. */
function answerWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!closing) return
    reply.header('connection', 'close')
    throw new Problem('shutting_down')
  })
}
