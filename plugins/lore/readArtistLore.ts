import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { findLore } from './queries.ts'
import { viewLore, viewRefresh } from './views.ts'

/** The Lore with the evidence of each passage, and the refresh that is queued (operations, section 6). */
export const readArtistLore: Handler<'readArtistLore'> = async ({ path, query, caller }, { db }) => {
  const { revision = null } = query
  const { version, newest, refresh } = await findLore(db, { caller, artistId: path.id, revision })
  if (version === null && revision !== null) throw new Problem('not_found')
  return {
    status: 200,
    body: {
      status: 'ok',
      lore: version === null ? null : viewLore(version, newest),
      refresh: refresh === null ? null : viewRefresh(refresh),
    },
  }
}
