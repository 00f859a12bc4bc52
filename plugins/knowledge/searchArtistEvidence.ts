import type { Kysely } from 'kysely'
import type { Call, Handler } from '#src/contract/operation-types.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { backfillIndex } from '#src/evidence/search/backfill-index.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import { readPassages } from './passages.ts'
import { viewSearch } from './views.ts'

/**
 * Operations, section 6: the best windows of the whole texts. What the index lacks is added first, as far as one
 * request may.
 */
export const searchArtistEvidence: Handler<'searchArtistEvidence'> = async (call, { db }) => {
  const first = await search(db, call)
  if (first.behind.length === 0) return { status: 200, body: first.body }
  await backfillIndex(db, first.behind)
  const { body } = await search(db, call)
  return { status: 200, body }
}

/** One moment of the database: what is found still stands where it was found when it is read. */
const search = (db: Kysely<DB>, { path, query, caller }: Call<'searchArtistEvidence'>) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const scope = { caller, artistId: path.id, kind: query.kind }
      const { ground, passages, truncated } = await searchEvidence(trx, scope, query)
      const read = await readPassages(trx, caller, path.id, passages)
      return {
        behind: ground.behind.map((source) => ({ artistId: path.id, ...source })),
        body: viewSearch(ground, read, truncated),
      }
    })
