import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { sampleUsers } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { document, workflowsYaml } from '#src/contract/document.ts'
import { createContractReader } from '#src/http/docs/contract-at-address.ts'
import { listSwaggerUiFiles, swaggerUiPolicy } from '#src/http/docs/swagger-ui.ts'
import { addVary, compressAsset, sendStaticAsset, serveAsset } from '#src/http/static-asset.ts'

/**
 * The contract for people and machines: Swagger UI at /docs, the source document and its workflows beside it, byte for
 * byte but for the addresses in the contract. Each file is compressed once, by the first request for it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.documentsServed) return
    // Static mode: the dynamic one would rewrite the document (const → enum, renamed references).
    await app.register(swagger, { mode: 'static', specification: { document: document as never } })
    const write = () => `${JSON.stringify(app.swagger(), null, 2)}\n`
    // JSON is YAML as well (YAML 1.2, section 1.2): what reads only the one gets the same text.
    for (const type of ['json', 'yaml'] as const) {
      const read = createContractReader(type, write)
      app.get(`/openapi.${type}`, app.rateLimit.documents, async (request, reply) =>
        sendStaticAsset(request, addVary(reply, 'host'), await read(request.protocol, request.host)),
      )
    }
    serveAsset(app, '/workflows.arazzo.yaml', () => compressAsset('yaml', workflowsYaml))
    // On a developer's machine a token outlives a reload; elsewhere it stays out of the browser's storage.
    const files = listSwaggerUiFiles({
      keepsTokens: config.environment === 'development',
      users: config.hasSampleData ? sampleUsers : [],
    })
    for (const [path, { type, read }] of Object.entries(files))
      serveAsset(app, path, async () => compressAsset(type, await read(), swaggerUiPolicy))
  },
  { name: 'docs', dependencies: ['rate-limit'] },
)
