import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { renderFrontPage } from '#src/http/front-page.ts'
import { computeStrongEtag, sendStaticAsset } from '#src/http/send-static-asset.ts'

/** GET /: what this is and where its pages are, as HTML. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { html, policy } = renderFrontPage(config)
    const page = { type: 'text/html; charset=utf-8', body: html, tag: computeStrongEtag(html) }
    app.get('/', app.rateLimit.documents, async (request, reply) => {
      // The router takes the target `*` of an OPTIONS for this path.
      if (!request.url.startsWith('/')) throw new Problem('not_found')
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      return sendStaticAsset(request, reply, page)
    })
  },
  { name: 'front-page', dependencies: ['rate-limit'] },
)
