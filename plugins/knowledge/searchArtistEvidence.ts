import type { Kysely } from 'kysely'
import type { Call, Handler } from '#plugins/handler.ts'
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

/**
 * Once more where a source has changed while the search was under way. What is found is an exact slice of what is the
 * current revision when it is read, whatever changes.
 */
async function search(
  db: Kysely<DB>,
  call: Call<'searchArtistEvidence'>,
  isLast = false,
): ReturnType<typeof searchOnce> {
  const found = await searchOnce(db, call)
  return found.isWhole || isLast ? found : await search(db, call, true)
}

async function searchOnce(db: Kysely<DB>, { path, query, caller }: Call<'searchArtistEvidence'>) {
  const scope = { caller, artistId: path.id, kind: query.kind }
  const { ground, passages, truncated } = await searchEvidence(db, scope, query)
  const read = await readPassages(db, caller, path.id, passages)
  return {
    isWhole: read.length === passages.length,
    behind: ground.behind.map((source) => ({ artistId: path.id, ...source })),
    body: viewSearch(ground, read, truncated),
  }
}
