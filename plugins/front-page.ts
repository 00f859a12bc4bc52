import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { renderFrontPage } from '#src/http/front-page.ts'
import { createAsset, sendStaticAsset } from '#src/http/send-static-asset.ts'

/** GET /: what this is and where its pages are, as HTML. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { html, policy } = renderFrontPage(config)
    const page = createAsset('html', html, policy)
    app.get('/', app.rateLimit.documents, async (request, reply) => {
      // The router takes the target `*` of an OPTIONS for this path.
      if (!request.url.startsWith('/')) throw new Problem('not_found')
      return sendStaticAsset(request, reply, page)
    })
  },
  { name: 'front-page', dependencies: ['rate-limit'] },
)
