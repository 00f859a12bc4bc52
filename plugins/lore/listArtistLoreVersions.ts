import type { Handler } from '#plugins/handler.ts'
import { createCursorCodec, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { getLoreState } from '#src/records/lore/versions.ts'
import { listVersions } from './queries.ts'
import { viewLoreVersion } from './views.ts'

const cursors = createCursorCodec('listArtistLoreVersions', { before: isCount })
const aboveAll = 2_147_483_647

/** Every version of the Lore, the newest first. A cursor is valid until another version is added. */
export const listArtistLoreVersions: Handler<'listArtistLoreVersions'> = async ({ path, query, caller }, { db }) => {
  const listing = { artistId: path.id }
  const cursor = cursors.read(listing, query.cursor)
  const before = cursor?.position.before ?? aboveAll
  // One more than the page holds shows whether there is another.
  const list = await listVersions(db, { caller, artistId: path.id, before, limit: query.limit + 1 })
  const listVersion = list.newest ?? 0
  refuseStaleCursor(cursor, listVersion)
  const page = (list.versions ?? []).slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = (list.versions ?? []).length > page.length && last !== undefined
  return {
    status: 200,
    body: {
      status: 'ok',
      versions: page.map((row) => viewLoreVersion(row, getLoreState(row.number, list.published, listVersion))),
      nextCursor: hasMore ? cursors.write(listing, listVersion, { before: last.number }) : null,
    },
  }
}
