import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { countHeader } from '#src/contract/count-header.ts'
import { type OperationId, operationContracts, resolve } from '#src/contract/document.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'

/** Serves the contract: bodies arrive as raw bytes, and a missing operation fails the start. */
export default fp(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    // Bytes of any Content-Type: the operation's request parser checks the type, decodes and parses.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ raw }, bytes, done) => done(refusalToMediaType(raw), bytes))
    dropTypeOfNoBody(app)
    setCacheControl(app)
    refuseWhileClosing(app)
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
  { name: 'contract' },
)

/**
 * Without a length or a coding there is no body (RFC 9112, section 6.3), whatever type is named for it. Fastify would
 * wait for its end, which Node does not emit (`optimizeEmptyRequests` in src/app.ts).
 */
function dropTypeOfNoBody(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type']
    done()
  })
}

/** Of two types Node takes the first, and a proxy in between may have checked the other. */
const refusalToMediaType = ({ rawHeaders }: IncomingMessage): Problem | null =>
  countHeader(rawHeaders, 'content-type') > 1
    ? createInvalidRequest('header Content-Type', 'is given more than once')
    : null

const getOperation = ({ routeOptions }: FastifyRequest) =>
  operationContracts.get(routeOptions.config.operationId as OperationId)

/** Set before any other hook can refuse the request, so that refusals carry the operation's Cache-Control too. */
function setCacheControl(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { cacheControl } = getOperation(request) ?? {}
    if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
    done()
  })
}

/**
 * Refuses requests that arrive on open connections during a shutdown, as retryable and with `connection: close`.
 * A connection whose request was in flight is closed after its response, or keep-alive would delay the exit.
 */
function refuseWhileClosing(app: FastifyInstance): void {
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
    // A response whose headers were sent before the shutdown (a stream) could not carry `connection: close`.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}

/** Fails the start when the problem catalogue and the contract's list of codes differ, naming what each lacks. */
function assertCatalogueMatchesContract(): void {
  const listed = resolve<{ enum: string[] }>({ $ref: '#/components/schemas/KnownErrorCode' }).enum
  const known = Object.keys(catalogue)
  const missing = listed.filter((code) => !known.includes(code))
  const extra = known.filter((code) => !listed.includes(code))
  if (missing.length + extra.length === 0) return
  throw new Error(
    `The problem catalogue differs from the contract: lacks [${missing.join(', ')}], adds [${extra.join(', ')}]`,
  )
}
