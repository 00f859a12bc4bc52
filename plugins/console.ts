import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { type Asset, readAssets, tagOf } from '#src/console/assets.ts'
import { consoleDocument } from '#src/console/document.ts'
import { sample } from '#src/developer-machine.ts'

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
    app.get('/console', async (request, reply) => {
      const { page, policy } = console()
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      return answer(request, reply, page)
    })
    app.get('/console/', async (_request, reply) => reply.redirect('/console', 308))
    app.get<{ Params: { version: string; '*': string } }>('/console/:version/*', async (request, reply) => {
      const { version, '*': path } = request.params
      const { assets } = console()
      const asset = assets.folder === `/console/${version}/` ? assets.files.get(path) : undefined
      if (asset === undefined) return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return answer(request, reply, asset)
    })
  },
  { name: 'console' },
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

function answer(request: FastifyRequest, reply: FastifyReply, { type, body, tag }: Asset) {
  reply
    .header('etag', tag)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(tag) || known?.includes('*')) return reply.code(304).send()
  return reply.type(type).send(body)
}
