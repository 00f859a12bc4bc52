import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { document, sourceJson, sourceYaml } from '#src/contract/document.ts'

/** The contract for people and machines: Swagger UI at /docs, the source document byte for byte beside it. */
export default fp(
  async (app: FastifyInstance) => {
    app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(sourceJson))
    app.get('/openapi.yaml', async (_request, reply) => reply.type('application/yaml; charset=utf-8').send(sourceYaml))
    // Static mode: dynamic mode would rewrite the document (const → enum, renamed references).
    await app.register(swagger, { mode: 'static', specification: { document: document as never } })
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: {
        // The source, and not the copy that the library would serve of it.
        urls: [{ url: '/openapi.json', name: `Sittings ${document.info.version}` }],
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayOperationId: true,
        deepLinking: true,
      },
    })
  },
  { name: 'docs' },
)
