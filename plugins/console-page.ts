import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type ConsoleAsset, loadConsoleAssets } from '#src/clients/console/assets.ts'
import { renderConsoleDocument } from '#src/clients/console/document.ts'
import { hasSampleData } from '#src/config/sample-data.ts'
import { sampleIdentities, sampleUsers } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { guidesPath } from '#src/http/docs/guides.ts'
import { makeOnce } from '#src/http/make-once.ts'
import { computeStrongEtag, sendStaticAsset } from '#src/http/send-static-asset.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'

/**
 * GET /console: a page for people. It is outside the contract, as the documents are, and uses nothing but the
 * contract's operations with the token of its user.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    // On the first request: most processes that are built, tests above all, never show it.
    const console = makeOnce(() => makeConsole(config))
    const limited = app.rateLimit.documents
    app.get('/console', limited, async (request, reply) => {
      const { page, policy } = await console()
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      return sendStaticAsset(request, reply, page)
    })
    app.get('/console/', async (_request, reply) => reply.redirect('/console', 308))
    app.get<{ Params: { version: string; '*': string } }>('/console/:version/*', limited, async (request, reply) => {
      const { version, '*': path } = request.params
      const { assets } = await console()
      const asset = assets.folder === `/console/${version}/` ? assets.files.get(path) : undefined
      if (asset === undefined) return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return sendStaticAsset(request, reply, asset)
    })
  },
  { name: 'console-page', dependencies: ['rate-limit'] },
)

async function makeConsole(config: Config) {
  const { environment } = config
  const assets = await runInTimeSlices(loadConsoleAssets())
  const command = `npm run -s cli -- token --subject ${sampleIdentities.claimant}`
  const { html, policy } = renderConsoleDocument(assets, {
    environment,
    guides: config.documentsServed ? guidesPath : null,
    sample: hasSampleData(config) ? { command, users: sampleUsers } : null,
  })
  const page: ConsoleAsset = { type: 'text/html; charset=utf-8', body: html, tag: computeStrongEtag(html) }
  return { assets, page, policy }
}
