import type { Kysely } from 'kysely'
import type { Dependencies } from '#plugins/dependencies.ts'
import type { Call, Handler } from '#plugins/handler.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { backfillIndex } from '#src/evidence/search/backfill-index.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import type { QueryEmbedder } from '#src/evidence/search/semantic/search.ts'
import { enqueueMissedEmbeddings } from '#src/research/embed/queries.ts'
import { createQueryEmbedder } from '#src/research/embed/query-embedder.ts'
import { readFoundPassages } from './passages.ts'
import { viewSearch } from './views.ts'

/**
 * The best windows of the whole texts (operations, section 6). Missing parts of the index are added first, as many as
 * one request may add. With a configured embedding model, windows of a similar meaning are found too.
 */
export const searchArtistEvidence: Handler<'searchArtistEvidence'> = async (call, resources) => {
  const { db } = resources
  const embedder = chooseEmbedder(call, resources)
  const first = await search(db, call, embedder)
  if (first.unindexed.length > 0) await backfillIndex(db, first.unindexed)
  const { body, meaning } = first.unindexed.length > 0 ? await search(db, call, embedder) : first
  if (meaning !== undefined && meaning.prepared < body.coverage.readableSources)
    await enqueueMissedEmbeddings(db, call.path.id, resources.newId())
  return { status: 200, body }
}

function chooseEmbedder({ path }: Call<'searchArtistEvidence'>, { db, providers }: Dependencies) {
  return providers.embeddings && createQueryEmbedder(db, path.id, providers.embeddings)
}

/**
 * Repeats the search if a source has changed during it. Each result is an exact part of the revision that is current
 * when it is read.
 */
async function search(
  db: Kysely<DB>,
  call: Call<'searchArtistEvidence'>,
  embedder: QueryEmbedder | undefined,
  isLast = false,
): ReturnType<typeof searchOnce> {
  const found = await searchOnce(db, call, embedder)
  return found.isWhole || isLast ? found : await search(db, call, embedder, true)
}

async function searchOnce(
  db: Kysely<DB>,
  { path, query, caller }: Call<'searchArtistEvidence'>,
  embedder: QueryEmbedder | undefined,
) {
  const scope = { caller, artistId: path.id, kind: query.kind }
  const found = await searchEvidence(db, scope, query, embedder)
  const { corpus, passages, meaning } = found
  const read = await readFoundPassages(db, caller, path.id, passages)
  return {
    isWhole: read.length === passages.length,
    unindexed: corpus.unindexed.map((source) => ({ artistId: path.id, ...source })),
    meaning,
    body: viewSearch(found, read),
  }
}
