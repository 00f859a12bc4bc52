import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuseCatalogueDifference } from '#src/contract/catalogue-check.ts'
import { operationContracts } from '#src/contract/document.ts'
import { Problem } from '#src/problems/problem.ts'

/** What makes Fastify serve the contract as it stands: bodies as raw bytes, and a refusal to start on any difference. */
export default fp(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    // Bytes, whatever the Content-Type: an operation's reader judges the type, decodes fatally and parses.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
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
