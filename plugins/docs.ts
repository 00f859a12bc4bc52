import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { answerAsset } from '#src/answer-asset.ts'
import { document, sourceJson, sourceYaml } from '#src/contract/document.ts'
import { firstField, narrow } from '#src/docs/explorer-theme.ts'
import { icon, logo } from '#src/docs/icon.ts'
import { explorerPolicy } from '#src/docs/policy.ts'
import { type Reader, readReader } from '#src/docs/reader.ts'
import { scriptPath } from '#src/docs/reader-settings.ts'

/** The contract for people and machines: Swagger UI at /docs, Scalar at /reference, the source document byte for byte beside them. */
export default fp(
  async (app: FastifyInstance) => {
    app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(sourceJson))
    app.get('/openapi.yaml', async (_request, reply) => reply.type('application/yaml; charset=utf-8').send(sourceYaml))
    await mountExplorer(app)
    mountReader(app)
  },
  { name: 'docs' },
)

async function mountExplorer(app: FastifyInstance) {
  // Static mode: dynamic mode would rewrite the document (const → enum, renamed references).
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: explorerPolicy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/docs', target: '_self' },
    theme: {
      title: `Sittings ${document.info.version}`,
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
      js: [{ filename: 'first-field.js', content: firstField }],
      css: [{ filename: 'narrow.css', content: narrow }],
    },
    uiConfig: {
      // The source, and not the copy that the library would serve of it.
      urls: [{ url: '/openapi.json', name: `Sittings ${document.info.version}` }],
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayOperationId: true,
      displayRequestDuration: true,
      deepLinking: true,
      filter: true,
    },
  })
}

function mountReader(app: FastifyInstance) {
  // Made by the first who asks, and asked for again where that failed.
  let made: Promise<Reader> | undefined
  const reader = () => {
    made ??= readReader().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
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
