import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { getLoreState, selectNewestLore, selectPublishedLore } from '#src/records/lore/versions.ts'
import { versionColumns } from './queries.ts'
import { viewLoreVersion } from './views.ts'

const cursors = createCursorCodec('listArtistLoreVersions', { before: isCount })

/** Every version of the Lore, the newest first. A cursor is valid until another version is added. */
export const listArtistLoreVersions: Handler<'listArtistLoreVersions'> = async ({ path, query, caller }, { db }) => {
  const artistId = path.id
  const { position, cut } = cursors.openPage({ artistId }, query)
  const versions = db
    .selectFrom('lore_versions')
    .select(versionColumns)
    .where('artist_id', '=', artistId)
    .$if(position !== undefined, (qb) => qb.where('number', '<', position?.before ?? 0))
    .orderBy('number', 'desc')
    .limit(query.limit + 1)
  const { newest, published, rows } = await readAuthorized(db, { caller, artistId }, [
    selectNewestLore(db, artistId).select('number').as('newest'),
    selectPublishedLore(db, artistId).select('number').as('published'),
    jsonArrayFrom(versions).as('rows'),
  ])
  const { page, nextCursor } = cut({ rows, listVersion: newest }, ({ number }) => ({ before: number }))
  const body = page.map((row) => viewLoreVersion(row, getLoreState(row.number, published, newest)))
  return { status: 200, body: { status: 'ok', versions: body, nextCursor } }
}
