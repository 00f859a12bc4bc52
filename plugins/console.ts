import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type Asset, readAssets } from '#src/clients/console/assets.ts'
import { consoleDocument } from '#src/clients/console/document.ts'
import { sample } from '#src/config/sample-identities.ts'
import type { Config } from '#src/config.ts'
import { answerAsset, tagOf } from '#src/http/send-static-asset.ts'

/**
 * GET /console: a page for people. It is outside the contract, as the documents are, and uses nothing but the contract's operations with
 * the token of whoever sits before it.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    // Made by the first who asks: most processes that are built, tests above all, never show it.
    let made: ReturnType<typeof makeConsole> | undefined
    const console = () => {
      made ??= makeConsole(config)
      return made
    }
    const limited = { onRequest: app.rateLimit.documents }
    app.get('/console', limited, async (request, reply) => {
      const { page, policy } = console()
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      return answerAsset(request, reply, page)
    })
    app.get('/console/', async (_request, reply) => reply.redirect('/console', 308))
    app.get<{ Params: { version: string; '*': string } }>('/console/:version/*', limited, async (request, reply) => {
      const { version, '*': path } = request.params
      const { assets } = console()
      const asset = assets.folder === `/console/${version}/` ? assets.files.get(path) : undefined
      if (asset === undefined) return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return answerAsset(request, reply, asset)
    })
  },
  { name: 'console', dependencies: ['rate-limit'] },
)

function makeConsole({ environment, databaseUrl }: Config) {
  const assets = readAssets()
  const hasSample = environment === 'development' && databaseUrl === undefined
  const { artistId, artistName, claimant } = sample
  const command = `npm run -s cli -- token --subject ${claimant}`
  const { html, policy } = consoleDocument(assets, {
    environment,
    sample: hasSample ? { artistId, artistName, command } : null,
  })
  const page: Asset = { type: 'text/html; charset=utf-8', body: html, tag: tagOf(html) }
  return { assets, page, policy }
}
