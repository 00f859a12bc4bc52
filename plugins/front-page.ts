import negotiator from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { describeService, renderFrontPage } from '#src/http/front-page.ts'
import { addVary, computeStrongEtag, sendStaticAsset } from '#src/http/send-static-asset.ts'

const json = 'application/json'

/** GET /: what this is and where its pages are, as HTML, or as JSON for a client that prefers it. */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    const { html, policy } = renderFrontPage(config)
    const page = { type: 'text/html; charset=utf-8', body: html, tag: computeStrongEtag(html) }
    const body = JSON.stringify(describeService(config))
    const summary = { type: `${json}; charset=utf-8`, body, tag: computeStrongEtag(body) }
    app.get('/', app.rateLimit.documents, async (request, reply) => {
      // The router takes the target `*` of an OPTIONS for this path.
      if (!request.url.startsWith('/')) throw new Problem('not_found')
      const preferred = negotiator.negotiate(request.headers.accept ?? '', ['text/html', json])
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      addVary(reply, 'accept')
      return sendStaticAsset(request, reply, preferred === json ? summary : page)
    })
  },
  { name: 'front-page', dependencies: ['rate-limit'] },
)
