import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { readArtistPage } from '#src/clients/artist-page/read-page.ts'
import { artistPagesPath, formatPagePath, renderArtistPage } from '#src/clients/artist-page/render-page.ts'
import type { Config } from '#src/config.ts'
import { createAsset, sendStaticAsset } from '#src/http/static-asset.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * GET /artists/ID/NAME: the page of an artist as visitors read it, once the artist has published it. It is outside the
 * contract, and can be switched off.
 */
export default fp(
  async (app: FastifyInstance, { config }: { config: Config }) => {
    if (!config.artistPagesServed) return
    const { db } = app.resources
    type Address = { Params: { id: string; name?: string } }
    const options = app.rateLimit.documents
    for (const path of [`${artistPagesPath}:id`, `${artistPagesPath}:id/:name`]) {
      app.get<Address>(path, options, async (request, reply) => {
        const { id, name } = request.params
        const page = uuid.test(id) ? await readArtistPage(db, id) : undefined
        if (page === undefined) return reply.callNotFound()
        const address = formatPagePath(id, page.name)
        // Relative to this address, since a proxy may serve everything below a path.
        const last = address.slice(artistPagesPath.length)
        if (name === undefined || encodeURIComponent(name) !== address.split('/').at(-1))
          return reply.redirect(name === undefined ? last : `../${last}`, 302)
        const { html, policy } = renderArtistPage(page)
        return sendStaticAsset(request, reply, createAsset('html', html, policy))
      })
    }
  },
  { name: 'artist-page', dependencies: ['rate-limit'] },
)
