import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { getLoreState } from '#src/records/lore/versions.ts'
import { listVersions } from './queries.ts'
import { viewLoreVersion } from './views.ts'

const cursors = createCursorCodec('listArtistLoreVersions', { before: isCount })

/** Every version of the Lore, the newest first. A cursor is valid until another version is added. */
export const listArtistLoreVersions: Handler<'listArtistLoreVersions'> = async ({ path, query, caller }, { db }) => {
  const { limit } = query
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const before = cursor?.position.before
  const { newest, published, rows } = await listVersions(db, { caller, artistId: path.id, before, limit: limit + 1 })
  const listed = { listing, cursor, listVersion: newest ?? 0, rows, limit }
  const { page, nextCursor } = cursors.cutPage(listed, ({ number }) => ({ before: number }))
  const versions = page.map((row) => viewLoreVersion(row, getLoreState(row.number, published, newest)))
  return { status: 200, body: { status: 'ok', versions, nextCursor } }
}
