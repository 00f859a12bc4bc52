import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { viewInstant } from '#src/database/instants.ts'
import { readLoreText } from './lore-text.ts'
import { findLore } from './queries.ts'
import { viewLoreVersion } from './views.ts'

/** The Lore with the evidence of each passage, the proposal beside it, and the refresh that is queued. */
export const readArtistLore: Handler<'readArtistLore'> = async ({ path, query, caller }, { db }) => {
  const { revision = null } = query
  const artistId = path.id
  const { version, ...records } = await findLore(db, { caller, artistId, revision })
  const { proposal, refresh } = records
  if (version === null && revision !== null) throw new Problem('not_found')
  return {
    status: 200,
    body: {
      status: 'ok',
      lore: version === null ? null : await readLoreText(db, artistId, version, records),
      proposal: proposal === null ? null : viewLoreVersion(proposal, 'proposal'),
      refresh: refresh === null ? null : { queuedAt: viewInstant(refresh.created_at) },
    },
  }
}
