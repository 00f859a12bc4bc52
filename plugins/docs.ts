import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answerProblem } from '#plugins/error-handler.ts'
import { sourceJson, sourceYaml } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { readReader } from '#src/http/docs/scalar.ts'
import { scriptPath } from '#src/http/docs/scalar-settings.ts'
import { explorerPath } from '#src/http/docs/swagger-ui-path.ts'
import { answerAsset } from '#src/http/send-static-asset.ts'

/** The contract for people and machines: Swagger UI at /docs, Scalar at /reference, the source document byte for byte beside them. */
export default fp(
  async (app: FastifyInstance) => {
    app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(sourceJson))
    app.get('/openapi.yaml', async (_request, reply) => reply.type('application/yaml; charset=utf-8').send(sourceYaml))
    mountExplorer(app)
    mountReader(app)
  },
  { name: 'docs' },
)

/** What decides which part of a file is sent, and whether. */
const conditions = [
  'accept-encoding',
  'cache-control',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

/** Of the connection to the caller, which the answer that is passed on has none of. */
const ofConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** Its library takes longer to load than all plugins before it, and most processes never show a page: the first who asks waits for it. */
function mountExplorer(app: FastifyInstance) {
  const explorer = madeOnce(async () => {
    const { openExplorer } = await import('#src/http/docs/swagger-ui.ts')
    return await openExplorer((inner) => {
      inner.setErrorHandler(answerProblem)
      inner.setNotFoundHandler((request, reply) => answerProblem(new Problem('not_found'), request, reply))
    })
  })
  const answer = async ({ method, url, headers }: FastifyRequest, reply: FastifyReply) => {
    const given = conditions.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
    const inner = await explorer()
    const told = await inner.inject({ method: method as 'GET', url, headers: Object.fromEntries(given) })
    for (const [name, value] of Object.entries(told.headers)) {
      if (value !== undefined && !ofConnection.has(name)) reply.header(name, value)
    }
    // Of no bytes the framework would say a type.
    return reply.code(told.statusCode).send(told.rawPayload.length === 0 ? undefined : told.rawPayload)
  }
  for (const path of ['', '/', '/*']) app.get(explorerPath + path, answer)
  app.route({ method: ['GET', 'HEAD'], url: `${explorerPath}/static/*`, handler: answer })
}

function mountReader(app: FastifyInstance) {
  const reader = madeOnce(readReader)
  app.get('/reference', async (request, reply) => {
    const { page, policy } = await reader()
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
    return answerAsset(request, reply, page)
  })
  app.get('/reference/', async (_request, reply) => reply.redirect('/reference', 308))
  app.get(scriptPath, async (request, reply) => {
    const { script } = await reader()
    reply.header('cache-control', 'no-cache')
    return answerAsset(request, reply, script)
  })
}

/** Made for the first who asks, and again where that failed. */
function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
