import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { sendProblem } from '#plugins/error-handler.ts'
import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleUsers } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { workflowsYaml } from '#src/contract/document.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { type ContractForm, contractForms, createContractReader } from '#src/http/docs/contract-at-address.ts'
import type { ExplorerOptions } from '#src/http/docs/swagger-ui.ts'
import { swaggerUiPath } from '#src/http/docs/swagger-ui-path.ts'
import { makeOnce } from '#src/http/make-once.ts'
import { addVary, compressAsset, sendStaticAsset } from '#src/http/send-static-asset.ts'

/**
 * The contract for people and machines: Swagger UI at /docs, the source document and its workflows beside it, byte for
 * byte but for the addresses in the contract. Each file is compressed once, by the first request for it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.documentsServed) return
    mountContract(app, '/openapi.json', contractForms.json)
    mountContract(app, '/openapi.yaml', contractForms.yaml)
    mountDocument(app, '/workflows.arazzo.yaml', 'application/yaml; charset=utf-8', workflowsYaml)
    // On a developer's machine a token outlives a reload; elsewhere it stays out of the browser's storage.
    mountExplorer(app, {
      keepsTokens: config.environment === 'development',
      users: hasSampleData(config) ? sampleUsers : [],
    })
    for (const path of ['/reference', '/reference/'])
      app.get(path, async (_request, reply) => reply.redirect(swaggerUiPath, 308))
  },
  { name: 'docs', dependencies: ['rate-limit'] },
)

function mountContract(app: FastifyInstance, path: string, form: ContractForm): void {
  const reader = makeOnce(async () => createContractReader(form))
  app.get(path, app.rateLimit.documents, async (request, reply) => {
    const read = await reader()
    addVary(reply.header('cache-control', 'no-cache'), 'host')
    return sendStaticAsset(request, reply, await read(request.protocol, request.host))
  })
}

function mountDocument(app: FastifyInstance, path: string, type: string, source: Buffer): void {
  const asset = makeOnce(() => compressAsset(type, source))
  app.get(path, app.rateLimit.documents, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    return sendStaticAsset(request, reply, await asset())
  })
}

/** What the explorer's own answers say of its pages, passed on with each. */
const inheritedHeaders = ['content-security-policy', 'cache-control'] as const

/**
 * Its library takes longer to load than all plugins before it, and most processes never show a page: the first request
 * waits for it.
 */
function mountExplorer(app: FastifyInstance, pages: ExplorerOptions) {
  const explorer = makeOnce(async () => {
    const { openSwaggerUi } = await import('#src/http/docs/swagger-ui.ts')
    return await openSwaggerUi((inner) => {
      inner.setErrorHandler(sendProblem)
      inner.setNotFoundHandler((request, reply) => sendProblem(new Problem('not_found'), request, reply))
    }, pages)
  })
  const files = new Map<string, ReturnType<typeof read>>()

  async function read(path: string) {
    const answer = await (await explorer()).inject({ method: 'GET', url: path })
    if (answer.statusCode !== 200) return answer
    const headers = inheritedHeaders.flatMap((name) =>
      answer.headers[name] ? [[name, String(answer.headers[name])]] : [],
    )
    const asset = await compressAsset(String(answer.headers['content-type']), answer.rawPayload)
    return { asset, headers: Object.fromEntries(headers) as Record<string, string> }
  }

  /** Concurrent requests share one read of a file; a failed read is not kept. */
  async function readFileAt(path: string) {
    const reading = files.get(path) ?? read(path)
    files.set(path, reading)
    const file = await reading.catch((error: unknown) => {
      files.delete(path)
      throw error
    })
    if (!('asset' in file)) files.delete(path)
    return file
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?')
    const file = await readFileAt(path)
    if ('asset' in file) return sendStaticAsset(request, reply.headers(file.headers), file.asset)
    const { location } = file.headers
    if (location !== undefined) return reply.redirect(String(location), file.statusCode)
    return reply.code(file.statusCode).type(String(file.headers['content-type'])).send(file.rawPayload)
  }
  for (const path of ['', '/', '/*', '/static/*']) app.get(swaggerUiPath + path, app.rateLimit.documents, answer)
}
