import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { artistPagesPath } from '#src/clients/artist-page/render-page.ts'
import { bundleConsole } from '#src/clients/console/bundle.ts'
import { renderConsoleDocument } from '#src/clients/console/document.ts'
import { sampleIdentities, sampleUsers } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { makeOnce } from '#src/http/cache-for.ts'
import { compressAsset, computeStrongEtag, createAsset, sendStaticAsset, serveAsset } from '#src/http/static-asset.ts'

/**
 * GET /console: a page for people, in three requests: the document, its script and its style. It is outside the
 * contract, as the documents are, and uses nothing but the contract's operations with the token of its user.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    // On the first request: most processes that are built, tests above all, never show it.
    const console = makeOnce(() => makeConsole(config))
    serveAsset(app, '/console', async () => (await console()).page)
    // A relative address, since a proxy may serve everything below a path.
    app.get('/console/', async (_request, reply) => reply.redirect('../console', 308))
    app.get<{ Params: { '*': string } }>('/console/*', app.rateLimit.documents, async (request, reply) => {
      const asset = (await console()).files.get(request.params['*'])
      if (asset === undefined) return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return sendStaticAsset(request, reply, asset)
    })
  },
  { name: 'console-page', dependencies: ['rate-limit'] },
)

async function makeConsole(config: Config) {
  const { environment } = config
  const { script, style } = await bundleConsole()
  // Named by everything in it, so that a browser may keep each file for ever.
  const version = computeStrongEtag(script + style).slice(1, 17)
  const command = `npm run -s cli -- token --subject ${sampleIdentities.claimant}`
  const { html, policy } = renderConsoleDocument(version, {
    environment,
    guides: config.documentsServed ? '/guides/' : null,
    artistPages: config.artistPagesServed ? artistPagesPath : null,
    sample: config.hasSampleData ? { command, users: sampleUsers } : null,
  })
  const files = new Map([
    [`${version}/console.js`, await compressAsset('js', script)],
    [`${version}/console.css`, await compressAsset('css', style)],
  ])
  return { files, page: createAsset('html', html, policy) }
}
