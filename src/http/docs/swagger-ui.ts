import { setImmediate } from 'node:timers/promises'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { document } from '#src/contract/document.ts'
import { linkGuidesAt } from './contract-at-address.ts'
import { swaggerUiPolicy } from './csp.ts'
import { icon, logo } from './icon.ts'
import { buildPageBarScript, pageBarStyles } from './page-bar.ts'
import { swaggerUiPath } from './swagger-ui-path.ts'
import { focusFirstFieldScript, layoutStyles } from './swagger-ui-theme.ts'

const here = { url: '/', description: 'The service that this document was read from.' }

/** Swagger UI calls the document's first server; the order of the served document is for generators. */
const tryHere = { ...linkGuidesAt(''), servers: [here, ...document.servers.filter(({ url }) => url !== '/')] }

export type ExplorerOptions = { keepsTokens: boolean; users: Parameters<typeof buildPageBarScript>[0] }

/**
 * Swagger UI by its own plugin, in a separate app that listens nowhere and that the service injects requests into.
 * Each part in an event loop iteration of its own: together they would hold it for longer than any request may.
 * @param prepare installs the service's error handling
 * @param keepsTokens whether the page stores a token in the browser, readable by every script of this origin
 * @param users the sample users by whose token one click authorizes
 */
export async function openSwaggerUi(
  prepare: (app: FastifyInstance) => void,
  { keepsTokens, users }: ExplorerOptions,
): Promise<FastifyInstance> {
  await setImmediate()
  const app = Fastify({ exposeHeadRoutes: false })
  prepare(app)
  await setImmediate()
  // Static mode: dynamic mode would rewrite the document (const → enum, renamed references).
  await app.register(swagger, { mode: 'static', specification: { document: tryHere as never } })
  await setImmediate()
  await app.register(swaggerUi, {
    routePrefix: swaggerUiPath,
    staticCSP: swaggerUiPolicy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: swaggerUiPath, target: '_self' },
    theme: {
      title: `Sittings ${document.info.version}`,
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
      js: [
        { filename: 'first-field.js', content: focusFirstFieldScript },
        { filename: 'page-bar.js', content: buildPageBarScript(users) },
      ],
      css: [
        { filename: 'layout.css', content: layoutStyles },
        { filename: 'page-bar.css', content: pageBarStyles },
      ],
    },
    uiConfig: {
      urls: [{ url: `${swaggerUiPath}/json`, name: `Sittings ${document.info.version}` }],
      persistAuthorization: keepsTokens,
      tryItOutEnabled: true,
      displayOperationId: true,
      displayRequestDuration: true,
      deepLinking: true,
      filter: true,
    },
  })
  await setImmediate()
  await app.ready()
  return app
}
