import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type ArtistPage,
  artistPagesPath,
  formatPagePath,
  renderArtistPage,
} from '#src/clients/artist-page/render-page.ts'
import type { Config } from '#src/config.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCitable } from '#src/evidence/references/eligible-sources.ts'
import { isUuid } from '#src/http/pagination/cursor-guards.ts'
import { createAsset, sendStaticAsset } from '#src/http/static-asset.ts'
import { selectPublishedLore } from '#src/records/lore/versions.ts'

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
        const page = isUuid(id) ? await readArtistPage(db, id) : undefined
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

/** The page of an artist who has published it, with the sources that it may still quote; undefined otherwise. */
async function readArtistPage(db: Kysely<DB>, artistId: string): Promise<ArtistPage | undefined> {
  const lore = selectPublishedLore(db, artistId).select(['text', 'citations'])
  const sources = db
    .selectFrom('sources as s')
    .select(['source_id', 'title', 'url', 'publisher', 'published_at'])
    .where('artist_id', '=', artistId)
    .where(isCitable(artistId))
  return await db
    .selectFrom('artists as a')
    .innerJoin('onboarding as o', (join) => join.onRef('o.artist_id', '=', 'a.id').on('o.artist_id', '=', artistId))
    .select(['a.name', 'a.bio', jsonObjectFrom(lore).as('lore'), jsonArrayFrom(sources).as('sources')])
    .where('a.id', '=', artistId)
    .where('o.publish_at', 'is not', null)
    .$castTo<ArtistPage>()
    .executeTakeFirst()
}
