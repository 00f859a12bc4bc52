import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleUsers } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { document, workflowsYaml } from '#src/contract/document.ts'
import { makeOnce } from '#src/http/cache-for.ts'
import { createContractReader } from '#src/http/docs/contract-at-address.ts'
import { type ExplorerOptions, listExplorerFiles, swaggerUiPath } from '#src/http/docs/swagger-ui.ts'
import { addVary, compressAsset, sendStaticAsset } from '#src/http/send-static-asset.ts'

/**
 * The contract for people and machines: Swagger UI at /docs, the source document and its workflows beside it, byte for
 * byte but for the addresses in the contract. Each file is compressed once, by the first request for it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.documentsServed) return
    // Static mode: the dynamic one would rewrite the document (const → enum, renamed references).
    await app.register(swagger, { mode: 'static', specification: { document: document as never } })
    const json = async () => `${JSON.stringify(app.swagger(), null, 2)}\n`
    const yaml = async () => (await import('#src/contract/yaml.ts')).renderContractYaml()
    mountContract(app, '/openapi.json', createContractReader('json', json))
    mountContract(app, '/openapi.yaml', createContractReader('yaml', yaml))
    const workflows = makeOnce(() => compressAsset('yaml', workflowsYaml))
    app.get('/workflows.arazzo.yaml', app.rateLimit.documents, async (request, reply) =>
      sendStaticAsset(request, reply, await workflows()),
    )
    // On a developer's machine a token outlives a reload; elsewhere it stays out of the browser's storage.
    mountExplorer(app, {
      keepsTokens: config.environment === 'development',
      users: hasSampleData(config) ? sampleUsers : [],
    })
  },
  { name: 'docs', dependencies: ['rate-limit'] },
)

function mountContract(app: FastifyInstance, path: string, read: ReturnType<typeof createContractReader>): void {
  app.get(path, app.rateLimit.documents, async (request, reply) =>
    sendStaticAsset(request, addVary(reply, 'host'), await read(request.protocol, request.host)),
  )
}

function mountExplorer(app: FastifyInstance, options: ExplorerOptions): void {
  const files = listExplorerFiles(options)
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const asset = await files.get(name)?.()
    if (asset === undefined) return reply.callNotFound()
    return sendStaticAsset(request, reply, asset)
  }
  const limited = app.rateLimit.documents
  for (const path of [swaggerUiPath, `${swaggerUiPath}/`])
    app.get(path, limited, (request, reply) => send('index.html', request, reply))
  app.get<{ Params: { file: string } }>(`${swaggerUiPath}/static/:file`, limited, (request, reply) =>
    send(request.params.file, request, reply),
  )
}
